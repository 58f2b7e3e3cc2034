// Links to open seats, kept by the browser that opened the match until they have been handed on.

import type { Opened, SeatLink } from './protocol';
import { readStored, store } from './stored';

const keyOf = (match: string) => `dustup.links.${match}`;

/** Remembers the links of a match that was just opened. */
export function keepLinks(opened: Opened): void {
  if (opened.links.length > 0) store(localStorage, keyOf(opened.match), opened.links);
}

/** The links to the open seats of a match, as far as this browser knows them. */
export function linksOf(match: string): SeatLink[] {
  const links = readStored(localStorage, keyOf(match));
  return Array.isArray(links) ? (links as SeatLink[]) : [];
}
