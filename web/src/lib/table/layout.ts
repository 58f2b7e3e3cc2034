// Where words on the table go: names of models first, then what is written on terrain.

import type { ModelId, ModelView } from '../protocol';
import { drawnRadius } from './counters';
import type { LabelBox, Wish } from './labels';
import { around, layOut, textWidth } from './labels';
import type { Shown, Tag } from './tags';
import { fitting, wishOf } from './tags';
import type { Overlays } from './types';
import type { Vec } from './units';

/** From so many pixels per inch on, everybody's name is shown. */
const NAMES = 27;

export interface OnStage {
  model: ModelView;
  at: Vec;
}

export interface Words {
  names: { model: ModelId; name: string; at: Vec; strong: boolean }[];
  tags: { tag: Shown; at: Vec }[];
}

export function layWords(models: OnStage[], tags: Tag[], overlays: Overlays, px: number): Words {
  const pxPerInch = 100 / px;
  const strong = (model: ModelId): boolean => model === overlays.selected || overlays.lit.has(model);
  const obstacles: LabelBox[] = models.map(({ model, at }) => {
    const across = 1.8 * drawnRadius(model, px);
    return { ...at, wide: across, high: across };
  });
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
    return { key: `model ${model.model}`, wide, high, places, must: strong(model.model) };
  };
  const shown = tags.map((tag) => fitting(tag, pxPerInch)).filter((tag) => tag !== null);
  const tagWishes = shown.map((tag) => ({ ...wishOf(tag, px), key: `tag ${tag.id}` }));
  const laid = layOut([...wanted.map(nameWish), ...tagWishes], obstacles);
  return {
    names: wanted.flatMap(({ model }) => {
      const at = laid.get(`model ${model.model}`);
      return at ? [{ model: model.model, name: model.name, at, strong: strong(model.model) }] : [];
    }),
    tags: shown.flatMap((tag) => {
      const at = laid.get(`tag ${tag.id}`);
      return at ? [{ tag, at }] : [];
    }),
  };
}
