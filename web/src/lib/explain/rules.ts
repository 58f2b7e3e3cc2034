// The texts of clauses, fetched once.

import * as api from '../api';
import type { ClauseText } from '../protocol';

const kept = new Map<string, Promise<ClauseText>>();

/** The text of a clause. One that could not be fetched is asked for again next time. */
export function clauseText(game: string, clause: string): Promise<ClauseText> {
  const key = `${game} ${clause}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const asked = api.clauseText(game, clause);
  kept.set(key, asked);
  asked.catch(() => kept.delete(key));
  return asked;
}
