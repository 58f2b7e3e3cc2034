// What a piece of terrain is drawn with: paths, each with the class that gives it its looks.

import type { Vec } from '../units';

export interface Mark {
  d: string;
  /** The class, explained in `terrain.css`. */
  look: string;
  /** Width of the line in units of the drawing, where it is not the usual one of its look. */
  width?: number;
  /** Whether it ends where the outline of its piece ends. */
  clip?: boolean;
}

/** A piece that covers some ground, ready to be drawn. */
export interface Plot {
  shape: Vec[];
  /** Its outline without the parts that meet a neighbour of the same kind. */
  edge: Vec[][];
  /** Its height and that of its foot, in units of the drawing. */
  height: number;
  bottom: number;
  name: string;
  seed: number;
}

/** How far a shadow falls for a height; the sun stands in the north-west. */
export const shadowOf = (height: number): number => Math.min(26, 4 + height * 0.075);

export const shifted = (shape: Vec[], by: number): Vec[] => shape.map((p) => ({ x: p.x + by, y: p.y + by }));
