// What is worked out for the things that lie below the counters.

import type { Length, Marker, Stand } from '../protocol';
import { circlePath, distance, spot } from './polygons';
import type { Vec } from './units';
import { onSheet } from './units';

export interface Cells {
  band: number;
  /** All places of the band as one area. */
  cells: string;
  /** A small sign in every place, so that bands differ by more than colour. */
  signs: string;
}

/** How far apart the places of a reach are. */
export function spacing(places: Vec[]): number {
  let least = Infinity;
  for (let i = 1; i < Math.min(places.length, 60); i++) least = Math.min(least, distance(places[i - 1]!, places[i]!) || Infinity);
  return Number.isFinite(least) ? Math.min(120, Math.max(20, least)) : 50;
}

const cross = (p: Vec, r: number): string =>
  `M${spot({ x: p.x - r, y: p.y - r })}l${2 * r} ${2 * r}M${spot({ x: p.x + r, y: p.y - r })}l${-2 * r} ${2 * r}`;

const dash = (p: Vec, r: number): string => `M${spot({ x: p.x - r, y: p.y })}h${2 * r}`;

export function reachCells(stands: Stand[], depth: Length): Cells[] {
  const all = stands.map((stand) => ({ band: stand.band, at: onSheet(stand.spot.at, depth) }));
  const gap = spacing(all.map((one) => one.at));
  const bands = [...new Set(all.map((one) => one.band))].sort((a, b) => b - a);
  return bands.map((band) => {
    const places = all.filter((one) => one.band === band).map((one) => one.at);
    const sign = band === 0 ? null : band === 1 ? dash : cross;
    return {
      band,
      cells: places.map((at) => circlePath(at, gap * 0.74)).join(''),
      signs: sign ? places.map((at) => sign(at, gap * 0.13)).join('') : '',
    };
  });
}

export interface Gathered extends Marker {
  key: string;
  is: 'body' | 'objective' | 'thing';
  sign: string;
  /** What to write from farther away, where there is less room. */
  short: string;
}

/** Markers that lie in one place are one heap with all their names. */
export function gatherMarkers(markers: Marker[]): Gathered[] {
  const heaps = new Map<string, Marker[]>();
  for (const marker of markers) {
    const { at, z } = marker.spot;
    const key = `${at.x},${at.y},${z}`;
    heaps.set(key, [...(heaps.get(key) ?? []), marker]);
  }
  return [...heaps].map(([key, heap]) => {
    const names = heap.map((marker) => marker.name);
    const radius = Math.max(...heap.map((marker) => marker.radius));
    const sign = heap.length > 1 ? String(heap.length) : (names[0]![0] ?? '?').toUpperCase();
    const short = names.length > 1 ? `${names[0]} +${names.length - 1}` : names[0]!;
    return { key, name: names.join(', '), short, spot: heap[0]!.spot, radius, sign, is: sortOf(names) };
  });
}

function sortOf(names: string[]): Gathered['is'] {
  if (names.some((name) => name.startsWith('body of '))) return 'body';
  return names.some((name) => /objective/i.test(name)) ? 'objective' : 'thing';
}
