import { describe, expect, it } from 'vitest';
import { faceOfKey, parseFaces, throwDice } from './faces';

const three = { count: 3, sides: 6 };

describe('dice as text', () => {
  it('reads faces however they are separated', () => {
    expect(parseFaces('3 5 6', three)).toEqual([3, 5, 6]);
    expect(parseFaces(' 3, 5,6 ', three)).toEqual([3, 5, 6]);
    expect(parseFaces('356', three)).toEqual([3, 5, 6]);
    expect(parseFaces('', three)).toEqual([]);
  });

  it('takes fewer faces than are wanted, because more may come', () => {
    expect(parseFaces('4', three)).toEqual([4]);
  });

  it('does not split numbers of dice with many sides', () => {
    expect(parseFaces('10 12', { count: 2, sides: 20 })).toEqual([10, 12]);
    expect(parseFaces('12', { count: 2, sides: 20 })).toEqual([12]);
  });

  it('says what is wrong', () => {
    expect(parseFaces('3 x', three)).toEqual({ why: '“x” is not a number; type the faces, such as 1 2 3.' });
    expect(parseFaces('7', three)).toEqual({ why: 'A die with 6 sides cannot show 7.' });
    expect(parseFaces('1 2 3 4', three)).toEqual({ why: 'That is 4 dice; 3 are wanted.' });
  });
});

describe('dice by key and by chance', () => {
  it('knows the face of a key', () => {
    expect(faceOfKey('4', 6)).toBe(4);
    expect(faceOfKey('7', 6)).toBeNull();
    expect(faceOfKey('0', 10)).toBe(10);
    expect(faceOfKey('a', 6)).toBeNull();
  });

  it('throws faces that a die has', () => {
    const faces = throwDice(200, 6);
    expect(faces).toHaveLength(200);
    expect(faces.every((face) => face >= 1 && face <= 6)).toBe(true);
  });
});
