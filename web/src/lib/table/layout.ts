// Where words on the table go: names of models first, then those of zones, then what is written on terrain.

import type { ModelId, ModelView, SideId } from '../protocol';
import { drawnRadius } from './counters';
import type { LabelBox, Wish } from './labels';
import { around, layOut, textWidth } from './labels';
import type { Shown, Tag } from './tags';
import { fitting, wishOf } from './tags';
import type { Box } from './polygons';
import type { Overlays } from './types';
import type { Vec } from './units';

/** If more than these are pointed out, they need not all be named: they are a squad. */
const FEW = 4;
/** From so many pixels per inch on, everybody's name is shown. */
const NAMES = 27;

export interface OnStage {
  model: ModelView;
  at: Vec;
}

export interface NamedZone {
  name: string;
  side: SideId | null;
  box: Box;
}

/** What words are to be laid around, and where they may lie. */
export interface Sheet {
  models: OnStage[];
  zones: NamedZone[];
  tags: Tag[];
  /** Where ghosts are, and how large. */
  ghosts?: { at: Vec; radius: number }[];
  /** The map with its margin. */
  edge: Box;
}

export interface Words {
  names: { model: ModelId; name: string; at: Vec; strong: boolean }[];
  zones: { name: string; side: SideId | null; at: Vec }[];
  tags: { tag: Shown; at: Vec }[];
}

export function layWords({ models, zones, tags, edge, ghosts = [] }: Sheet, overlays: Overlays, px: number): Words {
  const pxPerInch = 100 / px;
  const strong = (model: ModelId): boolean => model === overlays.selected || overlays.lit.has(model);
  const obstacles: LabelBox[] = models.map(({ model, at }) => {
    const across = 1.8 * drawnRadius(model, px);
    return { ...at, wide: across, high: across };
  });
  obstacles.push(...ghosts.map(({ at, radius }) => ({ ...at, wide: 1.8 * radius, high: 1.8 * radius })));
  const wanted = models
    .filter(({ model }) => pxPerInch >= NAMES || strong(model.model))
    .sort((a, b) => Number(strong(b.model.model)) - Number(strong(a.model.model)));
  /** Rings and the tally of many wounds stand out from the counter; a name keeps clear of them. */
  const gapOf = (model: ModelView): number => {
    const ringed = model.model === overlays.selected || overlays.candidates.has(model.model);
    const tally = model.wounds[1] > 8 && model.wounds[0] > 0;
    return 2.5 + (tally ? 7 : 0) + (ringed ? 5 : 0);
  };
  const nameWish = ({ model, at }: OnStage): Wish<string> => {
    const [wide, high] = [textWidth(model.name, 12.5) * px, 14 * px];
    const places = around(at, drawnRadius(model, px) + gapOf(model) * px, wide, high);
    return { key: `model ${model.model}`, wide, high, places, must: strong(model.model) && (model.model === overlays.selected || overlays.lit.size <= FEW) };
  };
  const shown = tags.map((tag) => fitting(tag, pxPerInch)).filter((tag) => tag !== null);
  const tagWishes = shown.map((tag) => ({ ...wishOf(tag, px), key: `tag ${tag.id}` }));
  const zoneWishes = zones.map((zone, i) => ({ ...zoneWish(zone, px), key: `zone ${i}` }));
  const laid = layOut([...wanted.map(nameWish), ...zoneWishes, ...tagWishes], obstacles, edge);
  return {
    names: wanted.flatMap(({ model }) => {
      const at = laid.get(`model ${model.model}`);
      return at ? [{ model: model.model, name: model.name, at, strong: strong(model.model) }] : [];
    }),
    zones: zones.flatMap(({ name, side }, i) => {
      const at = laid.get(`zone ${i}`);
      return at ? [{ name, side, at }] : [];
    }),
    tags: shown.flatMap((tag) => {
      const at = laid.get(`tag ${tag.id}`);
      return at ? [{ tag, at }] : [];
    }),
  };
}

/** A zone's name stands inside it, or just outside where it is crowded. */
function zoneWish({ name, box: { low, high } }: NamedZone, px: number): Omit<Wish<string>, 'key'> {
  const [wide, tall] = [textWidth(name, 13.5) * px, 16 * px];
  const x = (low.x + high.x) / 2;
  const [top, bottom] = [low.y + tall, high.y - tall];
  const [left, right] = [low.x - wide / 2 - tall / 2, high.x + wide / 2 + tall / 2];
  const [above, below] = [low.y - tall * 0.7, high.y + tall * 0.7];
  return {
    wide, high: tall,
    places: [
      { x, y: top }, { x, y: bottom }, { x, y: (low.y + high.y) / 2 }, { x, y: above }, { x, y: below },
      { x: right, y: top }, { x: left, y: top }, { x: right, y: bottom }, { x: left, y: bottom },
    ],
  };
}
