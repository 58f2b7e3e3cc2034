// The options of a question, in the order in which they are shown, and which of them concern whom.

import type { Choice, ModelId, ModelView, Point } from '../protocol';
import { INCH } from './measure';

export interface Option {
  choice: Choice;
  /** The key on the keyboard that stands for it; none for options that cannot be chosen. */
  hotkey: string | null;
  /** The models it concerns: those it says, with their squads if its words name these, or else those its words name. */
  models: ModelId[];
  /** The place it speaks of, if it does. */
  at: Point | null;
}

/** Letters with a meaning of their own during play; see `keys.ts`. */
export const RESERVED = 'bcfglmort';

const HOTKEYS = [...'123456789', ...[...'abcdefghijklmnopqrstuvwxyz'].filter((key) => !RESERVED.includes(key))];

/** Possible options in the given order, then those that are nearly possible. */
export function rank(choices: Choice[], models: ModelView[]): Option[] {
  const possible = choices.filter((choice) => choice.refusal === null);
  const refused = choices.filter((choice) => choice.refusal !== null);
  return [...possible, ...refused].map((choice, i) => ({
    choice,
    hotkey: choice.refusal === null ? (HOTKEYS[i] ?? null) : null,
    models: choice.models.length > 0 ? withSquads(choice, models) : namedIn(choice.key, models),
    at: placeIn(choice.key),
  }));
}

/** Models that a text names; `Guard 1` is not named by `Guard 12`. */
export function namedIn(text: string, models: ModelView[]): ModelId[] {
  const longest = [...models].sort((a, b) => b.name.length - a.name.length);
  const found: ModelId[] = [];
  let rest = text;
  for (const { name, model } of longest) {
    const pattern = new RegExp(`(^|[^\\p{L}\\p{N}])${escaped(name)}(?![\\p{L}\\p{N}])`, 'u');
    if (name === '' || !pattern.test(rest)) continue;
    found.push(model);
    rest = rest.replace(pattern, '$1');
  }
  return found;
}

/** Whom an option says it concerns. If its words name a squad of theirs, they speak for all who are left of it. */
function withSquads(choice: Choice, models: ModelView[]): ModelId[] {
  const said = models.filter(({ model }) => choice.models.includes(model));
  const squads = said.filter(({ name, squad }) => squad !== null && names(choice.key, squad) && !names(choice.key, name)).map(({ squad, side }) => `${side} ${squad}`);
  const others = models.filter(({ model, side, squad, gone }) => !gone && squads.includes(`${side} ${squad}`) && !choice.models.includes(model));
  return [...choice.models, ...others.map(({ model }) => model)];
}

const names = (text: string, name: string): boolean => new RegExp(`(^|[^\\p{L}\\p{N}])${escaped(name)}(?![\\p{L}\\p{N}])`, 'u').test(text);

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The place an option names in the notation of places, `16.154,17.311`. */
export function placeIn(text: string): Point | null {
  const found = /(?:^|\s)(\d+(?:\.\d+)?),(\d+(?:\.\d+)?)(?:,|\s|$)/.exec(text);
  if (!found) return null;
  return { x: Math.round(Number(found[1]) * INCH), y: Math.round(Number(found[2]) * INCH) };
}

export interface Sieve {
  only: ModelId | null;
  text: string;
}

/** The options that pass: those about one model, and those with every word that was typed. */
export function sift(options: Option[], sieve: Sieve): Option[] {
  const words = sieve.text.toLowerCase().split(/\s+/).filter((word) => word !== '');
  return options.filter((option) => {
    const about = sieve.only === null || option.models.includes(sieve.only);
    const text = `${option.choice.key} ${option.choice.detail}`.toLowerCase();
    return about && words.every((word) => text.includes(word));
  });
}

export const isPossible = (option: Option): boolean => option.choice.refusal === null;

/** Possible options that concern a model. */
export const concerning = (options: Option[], model: ModelId): Option[] =>
  options.filter((option) => isPossible(option) && option.models.includes(model));

export interface Laid {
  /** What can be chosen. */
  main: Option[];
  /** What ends or declines, if it stands at the end of the list and belongs apart from the rest. */
  apart: Option[];
  /** What is nearly possible. */
  near: Option[];
}

/** How options are laid out. Declining options before others are an equal answer and stay in their place. */
export function layOut(options: Option[]): Laid {
  const possible = options.filter(isPossible);
  const near = options.filter((option) => !isPossible(option));
  let end = possible.length;
  while (end > 0 && possible[end - 1]!.choice.declines) end -= 1;
  if (end === 0) return { main: possible, apart: [], near };
  return { main: possible.slice(0, end), apart: possible.slice(end), near };
}
