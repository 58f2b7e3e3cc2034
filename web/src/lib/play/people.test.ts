import { describe, expect, it } from 'vitest';
import type { Picture, SeatInfo, Waiting } from '../protocol';
import { elapsed, presence, sideWithName, tabTitle, waitingSentence } from './people';

const seats: SeatInfo[] = [
  { side: 0, force: 'Hawks', who: { kind: 'person', name: 'Ana', here: true }, yours: true },
  { side: 1, force: 'Choir', who: { kind: 'person', name: 'Mia', here: false }, yours: false },
  { side: 2, force: 'Robots', who: { kind: 'computer', name: 'greedy' }, yours: false },
  { side: 3, force: 'Rats', who: { kind: 'nobody' }, yours: false },
];
const waits = (side: number): Waiting => ({ side, prompt: null, since: 0 });

describe('people', () => {
  it('are named with their side', () => {
    expect(sideWithName(seats, 1)).toBe('Blue (Mia)');
    expect(sideWithName(seats, 3)).toBe('Gold');
    expect(presence(seats[2]!)).toBe('computer');
  });

  it('are told of when they are waited for', () => {
    expect(seats.map((seat) => waitingSentence(waits(seat.side), seats))).toEqual([
      'Red (Ana) decides', 'Blue (Mia) is away', 'Green (computer, greedy) is thinking', 'Gold has nobody to play it yet',
    ]);
  });

  it('see whose turn it is in the tab', () => {
    const picture = { view: { outcome: null }, waiting: [waits(1)] } as unknown as Picture;
    expect(tabTitle(picture, 'Requiem', true)).toBe('Your turn – Requiem');
    expect(tabTitle(picture, 'Requiem', false)).toBe('Blue decides – Requiem');
  });

  it('know how long it has been', () => {
    expect([0, 42, 130, 7300, 400_000].map(elapsed)).toEqual(['just now', '42 s', '2 min', '2 h', '4 days']);
  });
});
