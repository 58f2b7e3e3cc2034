// The camera. It moves the sheet by one CSS transform, which the browser does without drawing
// anything anew. Only when the zoom has settled is the sheet laid out at its new size, so that
// lines are crisp and labels keep their size on the screen.

import type { Box } from './polygons';
import type { Vec } from './units';

/** Bare bench around the map, in units of the drawing: room for the ruler along its edge. */
export const MARGIN = 70;

const MOST_PX_PER_INCH = 170;
const SETTLE_MS = 110;

/** The easing of everything that glides: quick at first, gentle at the end. */
export const ease = (part: number): number => 1 - (1 - part) ** 3;

export const calm = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

export class Camera {
  /** Pixels per unit at which the sheet is laid out; it follows `zoom` when that has settled. */
  laid = $state(0.2);
  /** Pixels per unit now. */
  private zoom = 0.2;
  /** Where the sheet's corner is on the screen. */
  private corner: Vec = { x: 0, y: 0 };
  private port = { wide: 0, high: 0 };
  private size = { wide: 1, high: 1 };
  private sheet: HTMLElement | null = null;
  /** Whether the whole table is in view and should stay so when the window changes. */
  private whole = true;
  private settling: ReturnType<typeof setTimeout> | undefined;
  private gliding = 0;

  attach(sheet: HTMLElement): void {
    this.sheet = sheet;
    this.show();
  }

  /** The size of the map, in units of the drawing. */
  setSize(wide: number, high: number): void {
    if (wide === this.size.wide && high === this.size.high) return;
    this.size = { wide, high };
    this.fit(true);
  }

  /** The size of the window onto it, in pixels. What was in the middle stays there. */
  setPort(wide: number, high: number): void {
    const before = this.port;
    if (wide === before.wide && high === before.high) return;
    this.port = { wide, high };
    if (this.whole || before.wide === 0) return this.fit(true);
    this.corner = { x: this.corner.x + (wide - before.wide) / 2, y: this.corner.y + (high - before.high) / 2 };
    this.show();
  }

  /** The place on the drawing under a pixel of the window. */
  under(pixel: Vec): Vec {
    return { x: (pixel.x - this.corner.x) / this.zoom - MARGIN, y: (pixel.y - this.corner.y) / this.zoom - MARGIN };
  }

  /** Pixels per unit at this moment. */
  get scale(): number {
    return this.zoom;
  }

  private get wholeZoom(): number {
    const { wide, high } = this.size;
    return Math.min(this.port.wide / (wide + 2 * MARGIN), this.port.high / (high + 2 * MARGIN)) || 0.2;
  }

  private limited(zoom: number): number {
    return Math.min(MOST_PX_PER_INCH / 100, Math.max(this.wholeZoom * 0.8, zoom));
  }

  fit(atOnce = false): void {
    const { wide, high } = this.size;
    this.glideTo({ x: wide / 2, y: high / 2 }, this.wholeZoom, atOnce);
    this.whole = true;
  }

  centre(place: Vec): void {
    this.glideTo(place, this.zoom);
  }

  /** Brings a part of the table into view, no closer than is comfortable. */
  frame({ low, high }: Box): void {
    const room = 400;
    const close = Math.min(this.port.wide / (high.x - low.x + room), this.port.high / (high.y - low.y + room));
    const seen = this.sees(low) && this.sees(high);
    if (seen && this.zoom > this.wholeZoom * 1.05) return;
    const zoom = Math.min(this.limited(close), Math.max(this.zoom, 0.42));
    this.glideTo({ x: (low.x + high.x) / 2, y: (low.y + high.y) / 2 }, zoom);
  }

  /** The pixel of the window over a place on the drawing. */
  over(place: Vec): Vec {
    return { x: this.corner.x + (place.x + MARGIN) * this.zoom, y: this.corner.y + (place.y + MARGIN) * this.zoom };
  }

  private sees(place: Vec): boolean {
    const { x, y } = this.over(place);
    return x > 24 && y > 24 && x < this.port.wide - 24 && y < this.port.high - 24;
  }

  pan(by: Vec): void {
    this.stop();
    this.whole = false;
    this.corner = { x: this.corner.x + by.x, y: this.corner.y + by.y };
    this.show();
  }

  /** Zooms so that what is under a pixel stays under it. */
  zoomAbout(pixel: Vec, factor: number): void {
    this.stop();
    const still = this.under(pixel);
    this.zoom = this.limited(this.zoom * factor);
    this.corner = { x: pixel.x - (still.x + MARGIN) * this.zoom, y: pixel.y - (still.y + MARGIN) * this.zoom };
    this.whole = false;
    this.show();
  }

  zoomBy(factor: number): void {
    this.zoomAbout({ x: this.port.wide / 2, y: this.port.high / 2 }, factor);
  }

  private cornerFor(place: Vec, zoom: number): Vec {
    return { x: this.port.wide / 2 - (place.x + MARGIN) * zoom, y: this.port.high / 2 - (place.y + MARGIN) * zoom };
  }

  private glideTo(place: Vec, zoom: number, atOnce = false): void {
    this.stop();
    this.whole = false;
    const from = { corner: this.corner, zoom: this.zoom };
    const to = { corner: this.cornerFor(place, zoom), zoom };
    const step = (part: number): void => {
      this.zoom = from.zoom + (to.zoom - from.zoom) * part;
      this.corner = { x: from.corner.x + (to.corner.x - from.corner.x) * part, y: from.corner.y + (to.corner.y - from.corner.y) * part };
      this.show();
    };
    if (atOnce || calm()) {
      step(1);
      return this.settle();
    }
    const start = performance.now();
    const frame = (now: number): void => {
      const part = Math.min(1, (now - start) / 220);
      step(ease(Math.max(0, part)));
      if (part < 1) this.gliding = requestAnimationFrame(frame);
    };
    this.gliding = requestAnimationFrame(frame);
  }

  /** Ends a glide where it is. */
  stop(): void {
    cancelAnimationFrame(this.gliding);
  }

  /** The middle of the window never leaves the map, so that nobody gets lost on the bench. */
  private keepInSight(): void {
    const edge = (corner: number, port: number, long: number): number =>
      Math.min(port / 2 - MARGIN * this.zoom, Math.max(port / 2 - (long + MARGIN) * this.zoom, corner));
    this.corner = {
      x: edge(this.corner.x, this.port.wide, this.size.wide),
      y: edge(this.corner.y, this.port.high, this.size.high),
    };
  }

  private show(): void {
    if (!this.sheet) return;
    this.keepInSight();
    const scale = this.zoom / this.laid;
    // Whole pixels keep thin lines sharp.
    const [x, y] = [Math.round(this.corner.x), Math.round(this.corner.y)];
    this.sheet.style.transform = `translate(${x}px, ${y}px)${scale === 1 ? '' : ` scale(${scale})`}`;
    if (scale !== 1) this.settleSoon(scale);
  }

  private settleSoon(scale: number): void {
    clearTimeout(this.settling);
    const far = scale > 2.2 || scale < 0.45;
    this.settling = setTimeout(() => this.settle(), far ? 0 : SETTLE_MS);
  }

  /** Lays the sheet out at the present zoom. */
  private settle(): void {
    clearTimeout(this.settling);
    this.laid = this.zoom;
  }

  /** To be called when the sheet has been laid out anew. */
  relaid(): void {
    this.show();
  }

  destroy(): void {
    this.stop();
    clearTimeout(this.settling);
  }
}
