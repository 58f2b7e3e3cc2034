// What somebody answered, as people say it. Answers are told in the notation of files and the command line,
// whose coordinates nobody would say aloud.

import { INCH } from '../explain/format';
import { compass, coordinates } from './measure';

const NUMBER = String.raw`-?\d+(?:\.\d+)?`;
const SPOT = `(${NUMBER}),(${NUMBER})(?:,${NUMBER})?`;
const WAY = new RegExp(`^(?:via ${SPOT} )*to ${SPOT}$`);
const PLACE = new RegExp(`^at ${SPOT}$`);
const FACING = new RegExp(`^facing (${NUMBER}),(${NUMBER})$`);
const ALONG = new RegExp(`^at (${NUMBER})$`);

/** An answer in words: `the move to 19.9, 2.4`. What is in words already stays as it is. */
export function answerInWords(notation: string): string {
  const parts = notation.split('; ');
  if (parts.length > 1 && parts.every((part) => isWay(part))) return `the moves of ${parts.length} models`;
  if (parts.length > 1 && parts.every((part) => PLACE.test(part))) return `the places of ${parts.length} models`;
  return oneInWords(notation);
}

const isWay = (text: string): boolean => text === 'stay' || WAY.test(text);

function oneInWords(notation: string): string {
  if (notation === 'stay') return 'staying there';
  if (notation === 'none') return 'none of them';
  const way = WAY.exec(notation);
  if (way) return `the move to ${place(way.at(-2), way.at(-1))}`;
  const at = PLACE.exec(notation);
  if (at) return `the place at ${place(at[1], at[2])}`;
  const facing = FACING.exec(notation);
  if (facing) return `facing ${compass({ x: Number(facing[1]), y: Number(facing[2]) })}`;
  const along = ALONG.exec(notation);
  return along ? `the stop after ${Number(along[1]).toFixed(1)}″` : notation;
}

const place = (x: string | undefined, y: string | undefined): string => coordinates({ x: Number(x) * INCH, y: Number(y) * INCH });
