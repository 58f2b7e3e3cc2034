// A seat at a table: what is known of the match, shown piece by piece, and what is asked of the server.

import type { Act, Answer, Message, Picture, Question, Reply, SideId, StandingReply, Told, Update, View, Welcome } from '../protocol';
import { Line, type Connection, type Socket } from './line';

export interface Notice {
  id: number;
  text: string;
  clause: string | null;
}

/** What the page does to show what has just happened; the next update waits for it. */
export type Shower = (told: Told[], before: View, hurry: boolean) => Promise<void>;

/** With more updates than this waiting, all but the last are shown at once. */
const MOST_WAITING = 6;
const MOST_NOTICES = 3;

/** An answer of which it is not known yet whether it arrived. */
interface Sent {
  at: number;
  steps: number;
  alone: boolean;
}

export class Session {
  welcome = $state.raw<Welcome | null>(null);
  picture = $state.raw<Picture | null>(null);
  log = $state.raw<Told[]>([]);
  connection = $state<Connection>('connecting');
  notices = $state.raw<Notice[]>([]);
  /** Why the match cannot be gone on with. */
  broken = $state<string | null>(null);
  /** Whether something that has happened is still being shown. */
  showing = $state(false);
  /** The first line of the log that has not been seen at rest. */
  newFrom = $state(0);
  #answered = $state<number | null>(null);
  /** The question, once everything before it has been shown and while it has not been answered. */
  question = $derived.by((): Question | null => {
    if (!this.picture || this.showing || this.#answered === this.picture.at) return null;
    return this.picture.question;
  });

  shower: Shower = () => Promise.resolve();

  #line: Line;
  #waiting: Update[] = [];
  #inFlight: Sent | null = null;
  #unsure: Sent | null = null;
  #lastNotice = 0;
  /** Counts wholesale replacements: what was being shown before one no longer matters. */
  #round = 0;

  constructor(dial: () => Socket) {
    this.#line = new Line(dial, {
      message: (message) => this.#hear(message),
      connection: (connection) => this.#connected(connection),
    });
  }

  /** The side whose seat this is; nobody's for those who watch. */
  get mine(): SideId | null {
    const eyes = this.welcome?.eyes;
    return typeof eyes === 'object' ? eyes.side : null;
  }

  ask(act: Act): Promise<Reply> {
    return this.#line.ask(act);
  }

  /** Answers the question that is offered. */
  async answer(answer: Answer): Promise<Reply> {
    const picture = this.picture!;
    this.#answered = picture.at;
    this.seen();
    const reply = await this.#change({ answer: { at: picture.at, answer } }, picture);
    if (reply.kind !== 'done') this.#answered = null;
    return reply;
  }

  undo(): Promise<Reply> {
    return this.#change({ undo: { at: this.picture!.at } }, this.picture!);
  }

  askBack(): Promise<Reply> {
    return this.#change({ ask_back: { at: this.picture!.at } }, this.picture!);
  }

  replyBack(grant: boolean): Promise<Reply> {
    const picture = this.picture!;
    return this.#change({ reply_back: { at: picture.offer?.at ?? picture.at, grant } }, picture);
  }

  stand(topic: string, reply: StandingReply | null): Promise<Reply> {
    return this.#change({ stand: { topic, reply } }, this.picture!);
  }

  sit(side: SideId): Promise<Reply> {
    return this.#change({ sit: { side } }, this.picture!);
  }

  wake(): void {
    this.#line.wake();
  }

  leave(): void {
    this.#round += 1;
    this.#line.hangUp();
  }

  notify(text: string, clause: string | null = null): void {
    this.#lastNotice += 1;
    const notice = { id: this.#lastNotice, text, clause };
    const others = this.notices.filter((old) => old.text !== text);
    this.notices = [...others, notice].slice(-MOST_NOTICES);
  }

  dismiss(id: number): void {
    this.notices = this.notices.filter((notice) => notice.id !== id);
  }

  /** Somebody has read the log. */
  seen(): void {
    this.newFrom = this.log.length;
  }

  async #change(act: Act, picture: Picture): Promise<Reply> {
    const sent = { at: picture.at, steps: picture.steps, alone: picture.waiting.length <= 1 };
    this.#inFlight = sent;
    const reply = await this.#line.ask(act);
    if (this.#inFlight === sent) this.#inFlight = null;
    if (reply.kind === 'stale') this.notify('Something happened since. Look at the table, then choose again.');
    return reply;
  }

  #connected(connection: Connection): void {
    this.connection = connection;
    if (connection !== 'lost') return;
    // What was under way may or may not have arrived; the next welcome tells.
    this.#unsure = this.#inFlight ?? this.#unsure;
  }

  #hear(message: Exclude<Message, { is: 'reply' }>): void {
    switch (message.is) {
      case 'welcome': return this.#enter(message);
      case 'update': return this.#enqueue(message);
      case 'broken': this.broken = message.why;
    }
  }

  /** The first message, or the one after a reconnection or a change of seats: it replaces everything. */
  #enter(welcome: Welcome): void {
    this.#round += 1;
    this.#waiting = [];
    this.showing = false;
    this.#answered = null;
    this.broken = null;
    const known = this.log.length;
    const same = this.welcome?.match === welcome.match && sameEyes(this.welcome, welcome);
    this.welcome = welcome;
    this.picture = same ? keepingQuestion(this.picture, welcome.picture) : welcome.picture;
    this.log = welcome.log;
    this.newFrom = same ? Math.min(known, welcome.log.length) : welcome.log.length;
    for (const warning of welcome.warnings) this.notify(warning);
    this.#tellWhatBecameOf(this.#unsure);
    this.#unsure = null;
  }

  /** An answer was under way when the connection broke: says what is known about it now. */
  #tellWhatBecameOf(sent: Sent | null): void {
    const picture = this.picture;
    if (!sent || !picture) return;
    if (picture.steps === sent.steps && picture.at === sent.at) {
      this.notify('The connection broke and your last answer did not arrive. Please give it again.');
    } else if (!sent.alone || picture.steps <= sent.steps) {
      this.notify('The connection broke while your answer was under way. It is not known whether it arrived; look at the table.');
    }
  }

  #enqueue(update: Update): void {
    this.#waiting.push(update);
    if (!this.showing) void this.#showAll();
  }

  async #showAll(): Promise<void> {
    const round = this.#round;
    this.showing = true;
    while (this.#waiting.length > 0 && round === this.#round) {
      const update = this.#waiting.shift()!;
      const before = this.picture!.view;
      const takenBack = update.kept < this.log.length;
      if (takenBack) this.newFrom = Math.min(this.newFrom, update.kept);
      this.picture = keepingQuestion(this.picture, update.picture);
      this.log = [...this.log.slice(0, update.kept), ...update.log];
      if (update.log.length > 0) await this.shower(update.log, before, this.#waiting.length > MOST_WAITING);
    }
    if (round === this.#round) this.showing = false;
  }
}

/** Somebody coming or going changes the picture but not the question: whatever was planned for it shall stay. */
function keepingQuestion(before: Picture | null, after: Picture): Picture {
  const same = before?.steps === after.steps && JSON.stringify(before.question) === JSON.stringify(after.question);
  return same ? { ...after, question: before.question } : after;
}

function sameEyes(a: Welcome, b: Welcome): boolean {
  return JSON.stringify(a.eyes) === JSON.stringify(b.eyes);
}
