// What the lines of a log are about: whose they are, whom they concern, how they read.

import type { Event, ModelId, ModelView, SideId, Spot, Told, View } from '../protocol';
import { apart, bearing, capital, INCH, inchNumber, inches, roundedText, SIDE_NAMES } from './format';

/** What sort of thing happened, for filters and little pictures. */
export type Sort = 'heading' | 'dice' | 'move' | 'attack' | 'loss' | 'change' | 'end' | 'note';

/** One line of the log, understood. */
export interface Line {
  /** Its place in the whole log. */
  index: number;
  /** The first picture in which it has happened. */
  step: number;
  sort: Sort;
  side: SideId | null;
  models: ModelId[];
  text: string;
  event: Event;
  /** The lines it stands for, if a squad did one thing after the other. */
  inner?: Line[];
}

const SORTS: Record<Event['deed']['deed'], Sort> = {
  note: 'note', heading: 'heading', moved: 'move', attacked: 'attack', burst: 'attack', rolled: 'dice',
  changed: 'change', removed: 'loss', ended: 'end',
};

/** The names by which texts speak of models and sides. */
export class Cast {
  private readonly models = new Map<ModelId, ModelView>();
  private readonly byName = new Map<string, ModelId[]>();
  private readonly names: RegExp | null;
  /** Squads and forces by their names. */
  private readonly forces: [string, SideId][];
  private readonly sides: number;

  constructor(view: View) {
    for (const model of view.models) {
      this.models.set(model.model, model);
      this.byName.set(model.name, [...(this.byName.get(model.name) ?? []), model.model]);
    }
    // Longer names first, so that nobody is taken for a namesake with a shorter name.
    const names = [...this.byName.keys()].filter(Boolean).sort((a, b) => b.length - a.length);
    this.names = names.length === 0 ? null : new RegExp(`(?<!\\w)(?:${names.map(literally).join('|')})(?!\\w)`, 'g');
    this.sides = view.sides.length;
    const squads = new Map(view.models.flatMap(({ squad, side }): [string, SideId][] => (squad === null ? [] : [[squad, side]])));
    this.forces = [...squads, ...view.sides.map((side): [string, SideId] => [side.name, side.side])];
  }

  /** Whose a model is. */
  sideOf(model: ModelId): SideId | null {
    return this.models.get(model)?.side ?? null;
  }

  /** The squad of a model, if it has one, and what the model is called. */
  squadOf(model: ModelId): { squad: string | null; name: string } {
    const { squad, name } = this.models.get(model) ?? { squad: null, name: '' };
    return { squad: squad ?? null, name };
  }

  /** Everybody a text names. */
  namedIn(text: string): ModelId[] {
    const found = this.names === null ? [] : (text.match(this.names) ?? []);
    return [...new Set(found.flatMap((name) => this.byName.get(name) ?? []))];
  }

  /** The side a text begins with, by its colour or by the name of its force or of one of its squads. */
  sideNamedIn(text: string): SideId | null {
    const colour = SIDE_NAMES.findIndex((name) => new RegExp(`^${name}\\b`, 'i').test(text));
    if (colour >= 0 && colour < this.sides) return colour;
    return this.forces.find(([name]) => name !== '' && new RegExp(`^${literally(name)}(?!\\w)`).test(text))?.[1] ?? null;
  }
}

const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A line of the log with what it is about. */
export function understand(told: Told, index: number, cast: Cast): Line {
  const { event } = told;
  const models = modelsOf(event, cast);
  return {
    index, step: told.step + 1, sort: SORTS[event.deed.deed], side: sideOf(event, models, cast), models,
    text: plainText(event), event,
  };
}

/** So many lines about soldiers of one squad are told as one. */
const A_CROWD = 4;

/** Lines with those gathered that tell of the same thing, done by one after the other of a squad in one step. */
export function gathered(lines: Line[], cast: Cast): Line[] {
  const keyOf = (line: Line): string | null => {
    const [only, ...others] = line.models;
    if ((line.sort !== 'move' && line.sort !== 'change') || only === undefined || others.length > 0) return null;
    const { squad } = cast.squadOf(only);
    return squad === null ? null : `${line.step} ${line.sort} ${line.side} ${squad}`;
  };
  const runs: { key: string | null; lines: Line[] }[] = [];
  for (const line of lines) {
    const key = keyOf(line);
    const last = runs.at(-1);
    if (key !== null && last?.key === key) last.lines.push(line);
    else runs.push({ key, lines: [line] });
  }
  return runs.flatMap((run) => (run.key === null || run.lines.length < A_CROWD ? run.lines : [together(run.lines, cast)]));
}

function together(inner: Line[], cast: Cast): Line {
  const first = inner[0]!;
  const deeds = new Set(inner.map((line) => line.text.replace(cast.squadOf(line.models[0]!).name, '').trim()));
  const models = [...new Set(inner.flatMap((line) => line.models))];
  const what = deeds.size === 1 ? [...deeds][0]! : first.sort === 'move' ? wordForMoves(inner) : 'change';
  const text = `${cast.squadOf(models[0]!).squad}: ${models.length} ${deeds.size === 1 ? 'soldiers, each' : 'soldiers'} ${what}`;
  return { ...first, models, text, inner };
}

/** Whoever comes onto the table has no way behind him. */
function wordForMoves(lines: Line[]): string {
  const isPlaced = ({ event: { deed } }: Line) => deed.deed === 'moved' && deed.path.length < 2;
  return lines.every(isPlaced) ? 'are placed' : 'move';
}

function modelsOf(event: Event, cast: Cast): ModelId[] {
  const { deed } = event;
  if (deed.deed === 'attacked') return [deed.model, deed.target];
  if (deed.deed === 'moved' || deed.deed === 'changed' || deed.deed === 'removed') return [deed.model];
  if (deed.deed === 'rolled' && deed.model !== null) return [deed.model];
  return cast.namedIn(event.text);
}

function sideOf(event: Event, models: ModelId[], cast: Cast): SideId | null {
  if (event.deed.deed === 'rolled') return event.deed.side;
  const first = models[0];
  if (first !== undefined) return cast.sideOf(first);
  return cast.sideNamedIn(event.text);
}

const SPOT = String.raw`(\d+(?:\.\d+)?),(\d+(?:\.\d+)?)(?:,(-?\d+(?:\.\d+)?))?`;
const WAY = new RegExp(`from ${SPOT} to ${SPOT}`);
const PLACE = new RegExp(`(?<![\\d.,])${SPOT}(?![\\d.])`, 'g');

/** The sentence of an event with distances and directions in place of coordinates. */
export function plainText(event: Event): string {
  if (event.deed.deed === 'rolled') return capital(event.deed.title);
  return plainWords(event.text, event.deed.deed === 'moved' ? event.deed.path : null);
}

/** A sentence with distances and directions in place of coordinates; the way is the one it tells of. */
export function plainWords(text: string, way: Spot[] | null): string {
  const told = way === null ? text : text.replace(WAY, () => wayWords(way));
  return capital(roundedText(told.replace(PLACE, placeWords)));
}

/** What would happen, as lines: where the ways of a whole squad are among it, one line stands for all of them. */
export function foreseen(told: string[], ways: [ModelId, Spot[]][], own: Spot[] | null, view: View): string[] {
  const cast = new Cast(view);
  const squads = [...new Set(ways.map(([model]) => cast.squadOf(model).squad))];
  const ownOf = (text: string) => own ?? ways.find(([model]) => text.startsWith(`${cast.squadOf(model).name} `))?.[1] ?? null;
  const crowd = ways.length >= A_CROWD && squads.length === 1 && squads[0] !== null;
  if (!crowd) return told.map((text) => plainWords(text, ownOf(text)));
  const tellsWay = (text: string) => WAY.test(text) || ways.some(([model]) => text.startsWith(`${cast.squadOf(model).name} is at `));
  const first = told.findIndex(tellsWay);
  const placed = ways.every(([, path]) => path.length < 2);
  const one = `${squads[0]}: ${ways.length} soldiers ${placed ? 'are placed' : 'move'}, as the table shows`;
  return told.flatMap((text, i) => (i === first ? [one] : tellsWay(text) ? [] : [plainWords(text, null)]));
}

function wayWords(path: Spot[]): string {
  const start = path[0];
  const end = path.at(-1);
  if (start === undefined || end === undefined) return 'on the spot';
  const length = pathLength(path);
  const climb = end.z - start.z;
  if (length < 1 && climb === 0) return 'on the spot';
  const far = length < INCH / 20 ? 'less than 0.1″' : inches(length);
  const height = climb === 0 ? '' : `, ${inches(Math.abs(climb))} ${climb > 0 ? 'up' : 'down'}`;
  if (apart(start.at, end.at) < 1) return `${far}${height || ' and back again'}`;
  return `${far} ${bearing(start.at, end.at)}${height}`;
}

/** How long a way is, seen from above. */
export function pathLength(path: readonly Spot[]): number {
  return path.slice(1).reduce((sum, spot, i) => sum + apart(path[i]?.at ?? spot.at, spot.at), 0);
}

function placeWords(_whole: string, x: string, y: string, z: string | undefined): string {
  const number = (text: string) => inchNumber(Number(text) * INCH);
  const height = z === undefined ? '' : `, ${number(z)}″ high`;
  return `${number(x)}″ east, ${number(y)}″ north${height}`;
}
