// What is told of a match once it is over: what the computers were thinking, and who was how likely to win when.

import type { Act, Outlook, Reply, Thought } from '../protocol';

export type Asked =
  | { kind: 'unasked' }
  | { kind: 'working' }
  | { kind: 'known'; outlook: Outlook }
  | { kind: 'trouble'; why: string };

export class Hindsight {
  thoughts = $state.raw<Thought[]>([]);
  asked = $state.raw<Asked>({ kind: 'unasked' });
  /** Counts the matches that were forgotten: replies about those before come too late. */
  #age = 0;

  constructor(private readonly ask: (act: Act) => Promise<Reply>) {}

  /** Asks what the computers were thinking. */
  async learn(): Promise<void> {
    const age = this.#age;
    const reply = await this.ask('thoughts');
    if (age === this.#age && reply.kind === 'thoughts') this.thoughts = reply.thoughts;
  }

  /** Asks who was how likely to win when, which takes a while. */
  async wonder(): Promise<void> {
    if (this.asked.kind === 'working' || this.asked.kind === 'known') return;
    this.asked = { kind: 'working' };
    const age = this.#age;
    const reply = await this.ask('outlook');
    if (age !== this.#age) return;
    if (reply.kind === 'outlook') this.asked = { kind: 'known', outlook: reply.outlook };
    else this.asked = { kind: 'trouble', why: reply.kind === 'misfit' ? reply.why : 'It could not be worked out.' };
  }

  /** The match goes on after all. */
  forget(): void {
    this.#age += 1;
    this.thoughts = [];
    this.asked = { kind: 'unasked' };
  }
}
