// What lies between the table, which draws and reports gestures, and the rest of the page.

import type {
  Alterations, Clause, Extent, Goal, Ground, Kind, Length, Meaning, ModelId, PieceId, Point, Ray, SideId, Spot, Stand, View,
} from '../protocol';

/** A model that is about to move, drawn where it would go. */
export interface Ghost {
  model: ModelId;
  /** The way, start included; only the place itself for a model that is being placed. */
  path: Spot[];
  /** Bends that were set by hand: they are drawn as pins. */
  pins: Spot[];
  legal: boolean;
  /** A few words beside the ghost: `4.2 of 6 inches`. */
  label: string;
  /** The colour band of the cost; see `Toll.band`. */
  band: number;
  risky: boolean;
  /** The whole way of somebody of whose way only a part is asked for. */
  whole?: Spot[];
  /** Whether it goes along with another whose way is the one to look at. */
  beside?: boolean;
}

/** A ruler that lies on the table. */
export interface Ruler {
  from: Point;
  to: Point;
  label: string;
}

/** A line from one model to another that shows what would be done. */
export interface Arrow {
  from: Point;
  to: Point;
  kind: 'shot' | 'blow' | 'sight' | 'blocked';
}

/** How far a weapon reaches. */
export interface Ring {
  at: Point;
  radius: Length;
  label: string;
}

/** Everything that is laid over the table for a while. */
export interface Overlays {
  selected: ModelId | null;
  /** Models that can be clicked to choose something. */
  candidates: ReadonlySet<ModelId>;
  /** Models that are pointed out, by a line of the log or an option under the pointer. */
  lit: ReadonlySet<ModelId>;
  ghosts: Ghost[];
  stands: Stand[];
  rays: Ray[];
  witness: PieceId | null;
  rulers: Ruler[];
  arrows: Arrow[];
  rings: Ring[];
  /** A round template under the pointer. */
  template: { at: Point; radius: Length; legal: boolean } | null;
  /** Places worth choosing, while somebody is placed or a point is wanted. */
  goals: Goal[];
  /** The box an answer must lie in. */
  within: Extent | null;
}

export const noOverlays = (): Overlays => ({
  selected: null, candidates: new Set(), lit: new Set(), ghosts: [], stands: [], rays: [], witness: null,
  rulers: [], arrows: [], rings: [], template: null, goals: [], within: null,
});

/** What people do on the table. `shift` adds a bend instead of ending the way. */
export interface Gestures {
  /** A model was clicked or tapped, or Enter was pressed on it; `at` is where the pointer was. */
  model(model: ModelId, how: { shift: boolean; at?: Point }): void;
  /** The ground was clicked or tapped. */
  point(at: Point, how: { shift: boolean }): void;
  /** The pointer is over the ground, or has left it. Not called while panning. */
  hover(at: Point | null, model: ModelId | null): void;
  /** A model that may be dragged was dragged to here; `done` when it was let go. */
  drag(model: ModelId, at: Point, done: boolean): void;
}

export interface TableProps {
  ground: Ground;
  view: View;
  changes: Alterations;
  meanings: { [kind in Kind]?: [Meaning, Clause][] };
  overlays: Overlays;
  /** The model that may be dragged, if any. */
  draggable: ModelId | null;
  /** The side whose eyes these are, for what is `yours`. */
  mine: SideId | null;
  showGrid: boolean;
  gestures: Gestures;
}
