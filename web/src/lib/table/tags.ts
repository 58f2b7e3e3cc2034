// What is written on terrain at closer zoom: its height, what it means, and its name.

import type { Ground, Meaning, Piece } from '../protocol';
import { footprint, signPlace } from './draw/scene';
import { textWidth, type Wish } from './labels';
import { extent } from './polygons';
import type { TableProps } from './types';
import type { Vec } from './units';
import { inches } from './units';
import { levels } from './walls';

export interface Tag {
  id: number;
  at: Vec;
  /** How much room there is, in units of the drawing. */
  room: number;
  height: string;
  meanings: Meaning[];
  name: string;
  hill: boolean;
  /** Shown even from afar: hills and upper floors. */
  always: boolean;
}

/** From so many pixels per inch on: spot heights, other heights and codes, names. */
export const ZOOM = { spots: 15, codes: 34, names: 58 };

/** Sizes in pixels. */
export const SIZE = { text: 12, chip: 16 };

function heightWords(piece: Piece): string {
  const storeys = levels(piece).slice(1);
  if (storeys.length) return storeys.map(({ z, name }) => (name === 'roof' ? `roof ${inches(z)}″` : `${name.replace('floor ', 'F')} ${inches(z)}″`)).join(' · ');
  const top = piece.bottom + piece.height;
  return top > 0 && piece.kind !== 'stairs' && piece.kind !== 'ladder' ? `${inches(top)}″` : '';
}

export function tagsOf(ground: Ground, meanings: TableProps['meanings']): Tag[] {
  const { pieces, depth } = ground.sketch;
  return pieces.map((piece, id) => {
    const { low, high } = extent(footprint(piece, depth));
    const storeys = 'Building' in piece.form && levels(piece).length > 1;
    return {
      id, name: piece.name, height: heightWords(piece), hill: piece.kind === 'hill', always: piece.kind === 'hill' || storeys,
      meanings: (meanings[piece.kind] ?? []).map(([meaning]) => meaning),
      room: Math.max(high.x - low.x, (high.y - low.y) * 0.7),
      at: placeOf(piece, depth, { low, high }),
    };
  });
}

/** In a house below its north wall, away from whoever stands in the middle; beside the sign of a hazard. */
function placeOf(piece: Piece, depth: number, box: { low: Vec; high: Vec }): Vec {
  const at = signPlace(piece, depth);
  // The number of a contour stands on its line, so that nested contours do not share a place.
  if (piece.kind === 'hill') return { ...footprint(piece, depth).reduce((a, b) => (b.y > a.y ? b : a)) };
  if ('Building' in piece.form) return { x: at.x, y: Math.min(at.y, box.low.y + 72) };
  if (piece.kind === 'irradiated' || piece.kind === 'contaminated') return { x: at.x, y: at.y + 48 };
  return at;
}

export interface Shown extends Tag {
  showHeight: boolean;
  showCodes: boolean;
  showName: boolean;
}

/** What of a tag fits on its piece at this zoom. */
export function fitting(tag: Tag, pxPerInch: number): Shown | null {
  const room = (tag.room / 100) * pxPerInch * 1.35;
  const heightWide = tag.height ? textWidth(tag.height, SIZE.text) + 6 : 0;
  const codesWide = tag.meanings.length * (SIZE.chip + 1);
  const near = pxPerInch >= ZOOM.codes;
  const showHeight = heightWide > 0 && heightWide <= room + 8 && (near || (tag.always && pxPerInch >= ZOOM.spots));
  const showCodes = near && codesWide > 0 && codesWide + (showHeight ? heightWide : 0) <= room;
  const showName = pxPerInch >= ZOOM.names && textWidth(tag.name, SIZE.text) <= room * 1.2;
  return showHeight || showCodes || showName ? { ...tag, showHeight, showCodes, showName } : null;
}

export function rowWidth(tag: Shown): number {
  const height = tag.showHeight ? textWidth(tag.height, SIZE.text) + 6 : 0;
  return height + (tag.showCodes ? tag.meanings.length * (SIZE.chip + 1) : 0);
}

/** The wish for a place of a tag: where it belongs, or a little off. */
export function wishOf(tag: Shown, px: number): Wish<number> {
  const wide = Math.max(rowWidth(tag), tag.showName ? textWidth(tag.name, SIZE.text) : 0) * px;
  const high = (tag.showName && rowWidth(tag) > 0 ? 32 : 17) * px;
  const { x, y } = tag.at;
  const off = tag.room * 0.26;
  const places = tag.hill ? [{ x, y }, { x, y: y - 14 * px }] : [{ x, y }, { x, y: y + off }, { x, y: y - off }, { x: x + off, y }, { x: x - off, y }];
  return { key: tag.id, wide, high, places };
}
