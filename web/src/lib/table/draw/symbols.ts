// The small signs that maps are made of, as paths around a place.

import { circlePath, moved, spot } from '../polygons';
import type { Vec } from '../units';

const polar = (c: Vec, angle: number, r: number): Vec => ({ x: c.x + Math.cos(angle) * r, y: c.y + Math.sin(angle) * r });

/** A crown of leaves: a circle of scallops. */
export function crown(c: Vec, r: number, lobes: number, turn: number): string {
  const bow = ((2 * Math.PI) / lobes) * r * 0.56;
  let d = `M${spot(polar(c, turn, r))}`;
  for (let i = 1; i <= lobes; i++) {
    d += `A${bow.toFixed(1)} ${bow.toFixed(1)} 0 0 1 ${spot(polar(c, turn + (i / lobes) * 2 * Math.PI, r))}`;
  }
  return `${d}Z`;
}

/** The shaded side of a crown, away from the sun. */
export function crownShade(c: Vec, r: number): string {
  const [a, b] = [polar(c, -0.75, r * 0.82), polar(c, 2.32, r * 0.82)];
  const bow = (r * 0.82).toFixed(1);
  return `M${spot(a)}A${bow} ${bow} 0 0 1 ${spot(b)}A${(r * 1.25).toFixed(1)} ${(r * 1.25).toFixed(1)} 0 0 0 ${spot(a)}Z`;
}

/** A tuft of grass. */
export function tuft(c: Vec, size: number, lean: number): string {
  const blades = [-0.75, -0.3, 0.15, 0.6];
  return blades
    .map((way, i) => {
      const foot = { x: c.x + (i - 1.5) * size * 0.14, y: c.y };
      const tip = { x: c.x + (way + lean * 0.25) * size * 0.75, y: c.y - size * (i % 2 ? 0.95 : 0.7) };
      return `M${spot(foot)}Q${spot({ x: foot.x, y: tip.y + size * 0.35 })} ${spot(tip)}`;
    })
    .join('');
}

/** A broken stone: a triangle or a quadrangle, never twice the same. */
export function stone(c: Vec, r: number, roll: () => number): string {
  const corners = roll() < 0.35 ? 3 : 4;
  const turn = roll() * 7;
  const points = Array.from({ length: corners }, (_, i) =>
    polar(c, turn + ((i + roll() * 0.5) / corners) * 2 * Math.PI, r * (0.7 + roll() * 0.5)));
  return `${points.map((p, i) => `${i ? 'L' : 'M'}${spot(p)}`).join('')}Z`;
}

/** One short ripple. */
export const ripple = (c: Vec, size: number): string =>
  `M${spot({ x: c.x - size, y: c.y })}q${size / 2} ${-size * 0.4} ${size} 0t${size} 0`;

/** The sign of radiation: three blades around a dot. */
export function trefoil(c: Vec, r: number): string {
  const blade = (turn: number): string => {
    const [a, b] = [turn - Math.PI / 6, turn + Math.PI / 6];
    const outer = r.toFixed(1);
    const inner = (r * 0.32).toFixed(1);
    return `M${spot(polar(c, a, r * 0.32))}L${spot(polar(c, a, r))}A${outer} ${outer} 0 0 1 ${spot(polar(c, b, r))}` +
      `L${spot(polar(c, b, r * 0.32))}A${inner} ${inner} 0 0 0 ${spot(polar(c, a, r * 0.32))}Z`;
  };
  return [-Math.PI / 2, Math.PI / 6, (5 * Math.PI) / 6].map(blade).join('') + circlePath(c, r * 0.18);
}

/** The sign of poison: a drop with two bubbles. */
export function drop(c: Vec, r: number): string {
  const [tip, right, left] = [moved(c, { x: 0, y: -1 }, r), { x: c.x + r * 0.62, y: c.y + r * 0.3 }, { x: c.x - r * 0.62, y: c.y + r * 0.3 }];
  const bow = (r * 0.63).toFixed(1);
  return `M${spot(tip)}Q${spot({ x: c.x + r * 0.55, y: c.y - r * 0.25 })} ${spot(right)}A${bow} ${bow} 0 0 1 ${spot(left)}` +
    `Q${spot({ x: c.x - r * 0.55, y: c.y - r * 0.25 })} ${spot(tip)}Z`;
}

/** A warning triangle to put a sign on. */
export const warning = (c: Vec, r: number): string => {
  const at = (x: number, y: number) => spot({ x: c.x + x * r, y: c.y + y * r });
  return `M${at(-0.12, -1)}Q${at(0, -1.2)} ${at(0.12, -1)}L${at(1.1, 0.72)}Q${at(1.18, 0.92)} ${at(0.94, 0.92)}` +
    `L${at(-0.94, 0.92)}Q${at(-1.18, 0.92)} ${at(-1.1, 0.72)}Z`;
};

/** A tongue of fire. */
export function flame(c: Vec, r: number, lean: number): string {
  const at = (x: number, y: number) => spot({ x: c.x + x * r, y: c.y + y * r });
  return `M${at(lean * 0.4, -1.25)}C${at(0.15, -0.6)} ${at(0.85, -0.35)} ${at(0.62, 0.35)}C${at(0.5, 0.95)} ${at(-0.5, 0.95)} ${at(-0.62, 0.35)}` +
    `C${at(-0.8, -0.1)} ${at(-0.35, -0.25)} ${at(-0.32, -0.6)}C${at(-0.1, -0.4)} ${at(0, -0.8)} ${at(lean * 0.4, -1.25)}Z`;
}
