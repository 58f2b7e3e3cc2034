// What the server has to offer, asked for once: it only changes when the server is started anew.

import { catalogue } from './api';
import type { Catalogue } from './protocol';

let asked: Promise<Catalogue> | null = null;

/** A failure is not kept: the next one who asks tries again. */
export function theCatalogue(): Promise<Catalogue> {
  asked ??= catalogue().catch((error: unknown) => {
    asked = null;
    throw error;
  });
  return asked;
}
