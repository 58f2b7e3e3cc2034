// Numbers: one that is chosen, or those that real dice show.

import type { Answer, Form, Need } from '../../protocol';
import { faceOfKey, parseFaces, throwDice } from '../faces';
import type { Desk, Draft } from './draft';

export class NumberDraft implements Draft {
  readonly kind = 'number';
  readonly draggable = null;
  readonly foreseeable = true;
  readonly least: number;
  readonly most: number;
  value = $state(0);

  constructor(
    private readonly desk: Desk,
    form: Extract<Form, { kind: 'number' }>,
  ) {
    this.least = form.least;
    this.most = form.most;
    this.value = form.least;
  }

  get fits(): boolean {
    return Number.isInteger(this.value) && this.value >= this.least && this.value <= this.most;
  }

  get answer(): Answer | null {
    return this.fits ? { number: this.value } : null;
  }

  get deed(): string {
    return this.fits ? `Say ${this.value}` : `A whole number from ${this.least} to ${this.most}`;
  }

  get overlays() {
    return { selected: this.desk.question.about };
  }

  change(by: number): void {
    const now = Number.isFinite(this.value) ? this.value : this.least;
    this.value = Math.min(this.most, Math.max(this.least, now + by));
  }

  step(by: 1 | -1): boolean {
    this.change(-by);
    this.desk.say(String(this.value));
    return true;
  }

  back(): boolean {
    const had = this.value !== this.least;
    this.value = this.least;
    return had;
  }
}

export class DiceDraft implements Draft {
  readonly kind = 'dice';
  readonly draggable = null;
  readonly foreseeable = false;
  readonly need: Need;
  faces = $state.raw<number[]>([]);
  /** What is wrong with what was typed. */
  wrong = $state<string | null>(null);

  constructor(
    private readonly desk: Desk,
    form: Extract<Form, { kind: 'dice' }>,
  ) {
    this.need = form.need;
  }

  get left(): number {
    return this.need.count - this.faces.length;
  }

  get answer(): Answer | null {
    return this.left === 0 && this.wrong === null ? { dice: this.faces } : null;
  }

  get deed(): string {
    if (this.left > 0) return this.left === 1 ? 'One die is missing' : `${this.left} dice are missing`;
    return `The dice show ${this.faces.join(' ')}`;
  }

  get overlays() {
    return { selected: this.need.model ?? this.desk.question.about };
  }

  add(face: number): boolean {
    if (this.left === 0) return false;
    this.faces = [...this.faces, face];
    this.wrong = null;
    this.desk.say(`${face}. ${this.deed}`);
    return true;
  }

  removeAt(index: number): void {
    this.faces = this.faces.filter((_, i) => i !== index);
    this.wrong = null;
  }

  type(text: string): void {
    const read = parseFaces(text, this.need);
    this.wrong = Array.isArray(read) ? null : read.why;
    if (Array.isArray(read)) this.faces = read;
  }

  /** Throws whatever has not been entered yet. */
  throwRest(): void {
    this.faces = [...this.faces, ...throwDice(this.left, this.need.sides)];
    this.wrong = null;
    this.desk.say(`Thrown: ${this.faces.join(', ')}`);
  }

  key(key: string): boolean {
    if (key === 'Backspace') return this.back();
    const face = faceOfKey(key, this.need.sides);
    return face !== null && this.add(face);
  }

  back(): boolean {
    if (this.faces.length === 0 && this.wrong === null) return false;
    this.wrong = null;
    this.faces = this.faces.slice(0, -1);
    return true;
  }
}
