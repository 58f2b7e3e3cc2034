// Mouse, pen and fingers on the table: what is a click, what pans, what zooms, what drags.

import type { ModelId } from '../protocol';
import type { Camera } from './camera.svelte';
import { distance, mix } from './polygons';
import type { Vec } from './units';

/** A pointer that has moved less than this is still a click. */
const THRESHOLD = { mouse: 4, touch: 9 };

export interface Hands {
  camera: Camera;
  /** The model that may be dragged and is under a pixel. */
  grab(pixel: Vec, touch: boolean): ModelId | null;
  /** Where the middle of a model that can be grabbed is on the drawing. */
  place(model: ModelId): Vec | null;
  drag(model: ModelId, to: Vec, done: boolean): void;
  hover(pixel: Vec | null): void;
  /** Whether the table is being moved: the pointer shows it. */
  holding(what: 'nothing' | 'table' | 'model'): void;
}

interface Press {
  start: Vec;
  last: Vec;
  touch: boolean;
  moved: boolean;
  /** What is dragged, and how far from its middle it was taken hold of. */
  grabbed: { model: ModelId; offset: Vec } | null;
}

export class Pointers {
  private pressed = new Map<number, Press>();
  private gathered: Vec | null | undefined;
  /** The click that a browser reports at the end of a drag is none. */
  private dragged = false;

  constructor(private box: HTMLElement, private hands: Hands) {}

  /** Whether the click that was just reported is the end of a drag. Asking forgets it. */
  wasDrag(): boolean {
    const was = this.dragged;
    this.dragged = false;
    return was;
  }

  pixel(event: { clientX: number; clientY: number }): Vec {
    const box = this.box.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  down(event: PointerEvent): void {
    if (event.button !== 0) return;
    const at = this.pixel(event);
    const touch = event.pointerType === 'touch';
    this.dragged = false;
    this.hands.camera.stop();
    // A second finger means zooming: whatever the first one held is let go.
    if (this.pressed.size > 0) for (const press of this.pressed.values()) press.grabbed = null;
    const model = this.pressed.size === 0 ? this.hands.grab(at, touch) : null;
    const middle = model === null ? null : this.hands.place(model);
    const under = this.hands.camera.under(at);
    const grabbed = model !== null && middle ? { model, offset: { x: middle.x - under.x, y: middle.y - under.y } } : null;
    this.pressed.set(event.pointerId, { start: at, last: at, touch, moved: false, grabbed });
  }

  move(event: PointerEvent): void {
    const at = this.pixel(event);
    const press = this.pressed.get(event.pointerId);
    if (!press) return this.hoverSoon(at);
    if (!press.moved && distance(press.start, at) < THRESHOLD[press.touch ? 'touch' : 'mouse']) return;
    if (!press.moved) this.begin(event, press);
    const before = press.last;
    press.last = at;
    if (this.pressed.size >= 2) return this.pinch(press, before);
    if (press.grabbed) return this.hands.drag(press.grabbed.model, this.carried(press), false);
    this.hands.camera.pan({ x: at.x - before.x, y: at.y - before.y });
  }

  private begin(event: PointerEvent, press: Press): void {
    press.moved = true;
    this.dragged = true;
    this.box.setPointerCapture(event.pointerId);
    this.hands.hover(null);
    this.hands.holding(press.grabbed ? 'model' : 'table');
  }

  private carried(press: Press): Vec {
    const under = this.hands.camera.under(press.last);
    return { x: under.x + press.grabbed!.offset.x, y: under.y + press.grabbed!.offset.y };
  }

  /** Two fingers: the table follows their middle and grows with their distance. */
  private pinch(press: Press, before: Vec): void {
    const other = [...this.pressed.values()].find((one) => one !== press)!;
    const [was, now] = [distance(before, other.last), distance(press.last, other.last)];
    const [from, to] = [mix(before, other.last, 0.5), mix(press.last, other.last, 0.5)];
    this.hands.camera.pan({ x: to.x - from.x, y: to.y - from.y });
    if (was > 8) this.hands.camera.zoomAbout(to, now / was);
  }

  up(event: PointerEvent): void {
    const press = this.pressed.get(event.pointerId);
    if (!press) return;
    this.pressed.delete(event.pointerId);
    if (press.moved && press.grabbed) this.hands.drag(press.grabbed.model, this.carried(press), true);
    if (this.pressed.size === 0) this.hands.holding('nothing');
  }

  cancel(event: PointerEvent): void {
    this.pressed.delete(event.pointerId);
    if (this.pressed.size === 0) this.hands.holding('nothing');
  }

  leave(): void {
    if (this.pressed.size === 0) this.hoverSoon(null);
  }

  wheel(event: WheelEvent): void {
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 30 : 1;
    // Browsers report a pinch on a trackpad as a wheel with Ctrl and small steps.
    const pace = event.ctrlKey ? 0.011 : 0.0016;
    const factor = Math.exp(-event.deltaY * lines * pace);
    this.hands.camera.zoomAbout(this.pixel(event), Math.min(1.6, Math.max(0.625, factor)));
  }

  /** Hovering is told once a frame, however often the mouse reports itself. */
  private hoverSoon(at: Vec | null): void {
    const due = this.gathered !== undefined;
    this.gathered = at;
    if (due) return;
    requestAnimationFrame(() => {
      const last = this.gathered ?? null;
      this.gathered = undefined;
      if (this.pressed.size === 0) this.hands.hover(last);
    });
  }
}
