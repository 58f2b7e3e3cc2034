import { expect, test } from 'vitest';
import { luckOf, luckSentence, moreExtreme, normal, sidesOfDice } from './luck';
import { die, roll, told } from './made';

test('the normal distribution against a printed table', () => {
  expect(normal(0)).toBeCloseTo(0.5, 6);
  expect(normal(1)).toBeCloseTo(0.841_345, 5);
  expect(normal(-1.96)).toBeCloseTo(0.024_998, 5);
  expect(normal(3)).toBeCloseTo(0.998_650, 5);
});

test('twelve dice that show forty pips, by hand', () => {
  // Twelve dice usually show 42; the variance is 12 · 35/12 = 35, its root 5.916.
  const log = [told(1, '', roll([6, 6, 5, 5, 4, 4])), told(2, '', roll([3, 3, 1, 1, 1, 1]))];
  const luck = luckOf(0, log);
  expect(luck).toMatchObject({ dice: 12, sum: 40, expected: 42 });
  expect(luck.spread).toBeCloseTo(5.916, 3);
  // Fewer than 40 pips: (39.5 - 42) / 5.916 = -0.4226, of which the table says 0.3363.
  expect(moreExtreme(luck)).toBeCloseTo(0.3363, 3);
  expect(luckSentence(luck, 'red')).toBe('Red’s 12 dice show 2 pips less than dice usually give; one in three would be unluckier.');
  expect(luck.faces.get(6)).toEqual([4, 0, 2, 2, 2, 2]);
});

test('dice that were rolled again count both times', () => {
  const log = [told(1, '', roll([], { dice: [die(5, true, 1), die(2, false)] }))];
  expect(luckOf(0, log)).toMatchObject({ dice: 3, sum: 8, expected: 10.5 });
});

test('only the dice of the side are counted', () => {
  const log = [told(1, '', roll([6])), told(2, '', roll([1], { side: 1 }))];
  expect(luckOf(1, log)).toMatchObject({ dice: 1, sum: 1 });
});

test('low faces of large dice are those of large dice', () => {
  const luck = luckOf(0, [told(1, '', roll([2, 3], { sides: 10 })), told(2, '', roll([9], { sides: 10 }))]);
  expect(luck).toMatchObject({ dice: 3, sum: 14, expected: 16.5 });
  expect([...luck.faces.keys()]).toEqual([10]);
});

test('few dice, none, and just the usual', () => {
  expect(luckSentence(luckOf(0, []), 'Foxes')).toBe('No dice from Foxes yet.');
  const few = luckOf(0, [told(1, '', roll([6, 6]))]);
  expect(luckSentence(few, 'Foxes')).toBe('Foxes’ 2 dice show 5 pips more than dice usually give; that is too few dice to mean anything.');
  const usual = luckOf(0, [told(1, '', roll([3, 4]))]);
  expect(luckSentence(usual, 'red')).toBe('Red’s 2 dice show just what dice usually give.');
});

test('dice have the sides that are told, and more only where a face says so', () => {
  expect(sidesOfDice(roll([1, 2]) as never)).toBe(6);
  expect(sidesOfDice(roll([1, 2], { sides: 10 }) as never)).toBe(10);
  expect(sidesOfDice(roll([9]) as never)).toBe(10);
  expect(sidesOfDice(roll([17]) as never)).toBe(20);
});
