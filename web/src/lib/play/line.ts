// The line to the server: it redials by itself and keeps count of what was asked on it.

import type { Act, Message, Reply } from '../protocol';

/** The part of a WebSocket that is needed; tests put their own in its place. */
export interface Socket {
  onopen: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: (() => void) | null;
  send(text: string): void;
  close(): void;
}

export type Connection = 'connecting' | 'open' | 'lost';

export interface Listener {
  message(message: Exclude<Message, { is: 'reply' }>): void;
  connection(connection: Connection): void;
}

const FIRST_WAIT = 500;
const LONGEST_WAIT = 8000;
/** What is worked out by playing many times over takes its time; everything else is answered at once. */
const PATIENCE = 10_000;
const PATIENCE_FOR_ODDS = 60_000;
const PATIENCE_FOR_OUTLOOKS = 600_000;

function patienceFor(act: Act): number {
  if (act === 'outlook') return PATIENCE_FOR_OUTLOOKS;
  return typeof act === 'object' && 'odds' in act ? PATIENCE_FOR_ODDS : PATIENCE;
}

interface Open {
  finish(reply: Reply): void;
  timer: ReturnType<typeof setTimeout>;
}

const lost = (why: string): Reply => ({ kind: 'misfit', why });

export class Line {
  #socket: Socket | null = null;
  #isOpen = false;
  #wait = FIRST_WAIT;
  #redial: ReturnType<typeof setTimeout> | null = null;
  #hungUp = false;
  #lastId = 0;
  #open = new Map<number, Open>();

  constructor(
    private readonly dial: () => Socket,
    private readonly listener: Listener,
  ) {
    this.#connect();
  }

  /** Asks for something. A request that gets lost is answered too: with the reason, in words for people. */
  ask(act: Act): Promise<Reply> {
    if (!this.#isOpen || !this.#socket) {
      return Promise.resolve(lost('There is no connection to the server right now. It is being restored; then try again.'));
    }
    this.#lastId += 1;
    const id = this.#lastId;
    const socket = this.#socket;
    return new Promise((finish) => {
      const timer = setTimeout(() => this.#tooLate(id), patienceFor(act));
      this.#open.set(id, { finish, timer });
      socket.send(JSON.stringify({ id, act }));
    });
  }

  /** The tab was looked at again, or the network came back: there is no point in waiting any longer. */
  wake(): void {
    if (this.#hungUp || this.#socket) return;
    this.#wait = FIRST_WAIT;
    this.#connect();
  }

  hangUp(): void {
    this.#hungUp = true;
    if (this.#redial) clearTimeout(this.#redial);
    this.#drop('You have left the table.');
  }

  #connect(): void {
    if (this.#redial) clearTimeout(this.#redial);
    this.#redial = null;
    this.listener.connection('connecting');
    const socket = this.dial();
    this.#socket = socket;
    socket.onopen = () => this.#opened();
    socket.onmessage = (event) => this.#heard(JSON.parse(event.data) as Message);
    socket.onclose = () => this.#closed(socket);
  }

  #opened(): void {
    this.#isOpen = true;
    this.#wait = FIRST_WAIT;
    this.listener.connection('open');
  }

  #heard(message: Message): void {
    if (message.is !== 'reply') {
      this.listener.message(message);
      return;
    }
    const open = this.#open.get(message.id);
    if (!open) return;
    this.#open.delete(message.id);
    clearTimeout(open.timer);
    open.finish(message.reply);
  }

  #closed(socket: Socket): void {
    if (socket !== this.#socket) return;
    this.#drop('The connection was lost before an answer came.');
    if (this.#hungUp) return;
    this.listener.connection('lost');
    this.#redial = setTimeout(() => this.#connect(), this.#wait);
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
  }

  /** Nobody answers: the line may be dead without anybody having noticed, so another one is tried. */
  #tooLate(id: number): void {
    const open = this.#open.get(id);
    if (!open) return;
    this.#open.delete(id);
    open.finish(lost('The server took too long to answer.'));
    const socket = this.#socket;
    socket?.close();
    if (socket) this.#closed(socket);
  }

  #drop(why: string): void {
    const socket = this.#socket;
    this.#socket = null;
    this.#isOpen = false;
    const open = [...this.#open.values()];
    this.#open.clear();
    for (const { timer, finish } of open) {
      clearTimeout(timer);
      finish(lost(why));
    }
    socket?.close();
  }
}
