import { expect, test } from 'vitest';
import {
  bearing, degrees, inches, INCH, listWords, numberWord, oneIn, ordinal, percent, plural, roundedText, shortBearing, shortClause, shortInches,
} from './format';

test('lengths are written in inches with one decimal', () => {
  expect(inches(106_680)).toBe('4.2″');
  expect(inches(6 * INCH)).toBe('6.0″');
  expect(inches(0)).toBe('0.0″');
  expect(inches(-100)).toBe('0.0″');
  expect(inches(1_269)).toBe('0.0″');
  expect(inches(1_270)).toBe('0.1″');
  expect(shortInches(10 * INCH)).toBe('10″');
  expect(shortInches(106_680)).toBe('4.2″');
});

test('numbers in sentences are no finer than anybody can point', () => {
  expect(roundedText('the way is 13.057 inches long, but 5.512 is the most')).toBe('the way is 13.06 inches long, but 5.51 is the most');
  expect(roundedText('only 4 of 4.5')).toBe('only 4 of 4.5');
});

test('percentages never say never, nor always', () => {
  expect(percent(138_889)).toBe('13.9%');
  expect(percent(500_000)).toBe('50%');
  expect(percent(100_000)).toBe('10%');
  expect(percent(999)).toBe('< 0.1%');
  expect(percent(999_500)).toBe('> 99.9%');
  expect(percent(0)).toBe('0%');
  expect(percent(1_000_000)).toBe('100%');
});

test('numbers as words', () => {
  expect([1, 2, 3, 12, 13, 21, 22, 111].map(ordinal)).toEqual([
    'first', 'second', 'third', 'twelfth', '13th', '21st', '22nd', '111th',
  ]);
  expect([0, 5, 12, 13].map(numberWord)).toEqual(['no', 'five', 'twelve', '13']);
  expect(plural(1, 'die', 'dice')).toBe('1 die');
  expect(plural(0, 'die', 'dice')).toBe('0 dice');
  expect(listWords(['a'])).toBe('a');
  expect(listWords(['a', 'b', 'c'])).toBe('a, b and c');
});

test('shares are told as in a conversation', () => {
  expect(oneIn(0.2)).toBe('one in five');
  expect(oneIn(0.316)).toBe('one in three');
  expect(oneIn(0.5)).toBe('about half');
  expect(oneIn(0.0228)).toBe('one in 45');
  expect(oneIn(0.0001)).toBe('fewer than one in 1000');
});

test('bearings: north is up, and y grows northward', () => {
  const here = { x: 0, y: 0 };
  expect(bearing(here, { x: 0, y: 5 })).toBe('north');
  expect(bearing(here, { x: 5, y: 5 })).toBe('north-east');
  expect(bearing(here, { x: -5, y: 0 })).toBe('west');
  expect(bearing(here, { x: -1, y: 100 })).toBe('north');
  expect(shortBearing(here, { x: 3, y: -3 })).toBe('SE');
  expect(degrees(here, { x: 5, y: 0 })).toBe(90);
  expect(degrees(here, { x: -1, y: 100_000 })).toBe(0);
});

test('clauses lose the word for their book', () => {
  expect(shortClause('MUT-MOV-04')).toBe('MOV-04');
  expect(shortClause('REQ-T-1')).toBe('T-1');
});
