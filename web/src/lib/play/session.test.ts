import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Message, Picture, Question, Reply, Told, Update, Welcome } from '../protocol';
import type { Socket } from './line';
import { Session } from './session.svelte';

class FakeSocket implements Socket {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  sent: { id: number; act: unknown }[] = [];
  closed = false;
  send(text: string) { this.sent.push(JSON.parse(text)); }
  close() { this.closed = true; }
  hears(message: Message) { this.onmessage?.({ data: JSON.stringify(message) }); }
  replies(reply: Reply) { this.hears({ is: 'reply', id: this.sent.at(-1)!.id, reply }); }
  breaks() { this.onclose?.(); }
}

const question = { prompt: 'What now?', topic: 'action' } as Question;
const picture = (at: number, more: Partial<Picture> = {}): Picture =>
  ({ at, steps: at, view: { phase: `phase ${at}` }, question, waiting: [], ...more }) as Picture;
const told = (text: string): Told => ({ step: 0, event: { text } }) as Told;
const welcome = (at: number, log: Told[] = [], more: Partial<Picture> = {}): Message =>
  ({ is: 'welcome', match: 'm', eyes: { side: 0 }, picture: picture(at, more), log, warnings: [] }) as unknown as Message & Welcome;
const update = (at: number, kept: number, log: Told[]): Message =>
  ({ is: 'update', picture: picture(at), kept, log }) as Message & Update;

let sockets: FakeSocket[];
let session: Session;
const socket = () => sockets.at(-1)!;
const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
  sockets = [];
  session = new Session(() => {
    sockets.push(new FakeSocket());
    return socket();
  });
});
afterEach(() => vi.useRealTimers());

describe('reconnecting', () => {
  it('waits half a second, then twice as long each time, up to eight seconds', async () => {
    const waits = [500, 1000, 2000, 4000, 8000, 8000];
    for (const [i, wait] of waits.entries()) {
      socket().breaks();
      expect(session.connection).toBe('lost');
      await vi.advanceTimersByTimeAsync(wait - 1);
      expect(sockets).toHaveLength(i + 1);
      await vi.advanceTimersByTimeAsync(1);
      expect(sockets).toHaveLength(i + 2);
    }
  });

  it('begins anew with half a second after it was open again', async () => {
    socket().breaks();
    await vi.advanceTimersByTimeAsync(500);
    socket().onopen?.();
    expect(session.connection).toBe('open');
    socket().breaks();
    await vi.advanceTimersByTimeAsync(500);
    expect(sockets).toHaveLength(3);
  });

  it('does so at once when the tab is looked at, and never twice', async () => {
    socket().breaks();
    session.wake();
    session.wake();
    expect(sockets).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(sockets).toHaveLength(2);
  });

  it('stops when the table is left', async () => {
    socket().onopen?.();
    session.leave();
    await vi.advanceTimersByTimeAsync(20_000);
    session.wake();
    expect(sockets).toHaveLength(1);
    expect(socket().closed).toBe(true);
  });
});

describe('asking', () => {
  beforeEach(() => {
    socket().onopen?.();
    socket().hears(welcome(1));
  });

  it('matches replies to requests', async () => {
    const reach = session.ask({ reach: { model: null } });
    const measure = session.ask({ measure: { from: { model: 0 }, to: { model: 1 } } });
    const [first, second] = socket().sent;
    socket().hears({ is: 'reply', id: second!.id, reply: { kind: 'measure', distance: 1, middles: 2 } });
    socket().hears({ is: 'reply', id: first!.id, reply: { kind: 'reach', stands: [] } });
    expect((await reach).kind).toBe('reach');
    expect((await measure).kind).toBe('measure');
  });

  it('gives up on a silent server and tries another line', async () => {
    const reply = session.ask({ reach: { model: null } });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await reply).toMatchObject({ kind: 'misfit', why: expect.stringContaining('too long') });
    expect(session.connection).toBe('lost');
  });

  it('says so when there is no connection', async () => {
    socket().breaks();
    expect(await session.ask({ reach: { model: null } })).toMatchObject({ kind: 'misfit' });
  });

  it('takes the question away once answered and gives it back when refused', async () => {
    const answered = session.answer({ pick: 'done' });
    expect(session.question).toBeNull();
    socket().replies({ kind: 'refused', refusal: { why: 'no', clause: 'X' } });
    await answered;
    expect(session.question).not.toBeNull();
  });

  it('says that something happened when an answer came too late', async () => {
    const answered = session.answer({ pick: 'done' });
    socket().replies({ kind: 'stale' });
    await answered;
    expect(session.notices[0]?.text).toContain('Something happened since');
  });
});

describe('after a break', () => {
  const answerAndBreak = async (more: Partial<Picture> = {}) => {
    socket().onopen?.();
    socket().hears(welcome(5, [], more));
    void session.answer({ pick: 'done' });
    socket().breaks();
    await vi.advanceTimersByTimeAsync(500);
    socket().onopen?.();
  };

  it('says that an answer did not arrive', async () => {
    await answerAndBreak();
    socket().hears(welcome(5));
    expect(session.notices[0]?.text).toContain('did not arrive');
    expect(session.question).not.toBeNull();
  });

  it('says nothing when it plainly did', async () => {
    await answerAndBreak();
    socket().hears(welcome(6));
    expect(session.notices).toHaveLength(0);
  });

  it('admits that it does not know when somebody else could have done it', async () => {
    await answerAndBreak({ waiting: [{ side: 0, prompt: null, since: 0 }, { side: 1, prompt: null, since: 0 }] });
    socket().hears(welcome(6));
    expect(session.notices[0]?.text).toContain('not known whether it arrived');
  });

  it('marks what happened in the meantime as new', async () => {
    socket().onopen?.();
    socket().hears(welcome(1, [told('a')]));
    socket().breaks();
    await vi.advanceTimersByTimeAsync(500);
    socket().onopen?.();
    socket().hears(welcome(3, [told('a'), told('b')]));
    expect(session.newFrom).toBe(1);
    expect(session.log).toHaveLength(2);
  });
});

describe('showing what happens', () => {
  let finish: (() => void)[];
  beforeEach(() => {
    finish = [];
    session.shower = () => new Promise((done) => finish.push(done));
    socket().onopen?.();
    socket().hears(welcome(1));
  });

  it('shows one update after the other and offers no question meanwhile', async () => {
    socket().hears(update(2, 0, [told('a')]));
    socket().hears(update(3, 1, [told('b')]));
    expect(session.picture?.at).toBe(2);
    expect(session.question).toBeNull();
    finish.shift()!();
    await settle();
    expect(session.picture?.at).toBe(3);
    finish.shift()!();
    await settle();
    expect(session.question).not.toBeNull();
    expect(session.log.map((line) => line.event.text)).toEqual(['a', 'b']);
  });

  it('forgets what was taken back', async () => {
    socket().hears(update(2, 0, [told('a'), told('b')]));
    finish.shift()!();
    await settle();
    socket().hears(update(3, 1, []));
    await settle();
    expect(session.log.map((line) => line.event.text)).toEqual(['a']);
    expect(finish).toHaveLength(0);
  });

  it('keeps the question itself when only something else has changed', async () => {
    const before = session.question;
    socket().hears({ is: 'update', picture: picture(2, { steps: 1 }), kept: 0, log: [] });
    await settle();
    expect(session.picture?.at).toBe(2);
    expect(session.question).toBe(before);
    socket().hears({ is: 'update', picture: picture(3), kept: 0, log: [] });
    await settle();
    expect(session.question).not.toBe(before);
  });

  it('drops everything unseen when it is welcomed anew', async () => {
    socket().hears(update(2, 0, [told('a')]));
    socket().hears(update(3, 1, [told('b')]));
    socket().hears(welcome(9, [told('a'), told('b'), told('c')]));
    finish.shift()!();
    await settle();
    expect(session.picture?.at).toBe(9);
    expect(session.showing).toBe(false);
    expect(session.question).not.toBeNull();
  });
});
