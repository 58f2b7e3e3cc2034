import { describe, expect, it } from 'vitest';
import type { Building, FeatureInfo, Piece } from '../protocol';
import { chipOf, isDown } from './conditions';
import { counterLabel, drawnRadius } from './counters';
import { drawPiece, drawStill, drawWalls } from './draw/scene';
import { around, keptOn, layOut, overlap } from './labels';
import { drawnKinds, swatch } from './legend';
import { monograms } from './monograms';
import { along, length } from './motion.svelte';
import { rimToRim } from './over';
import { picked } from './picking';
import { freeCorner, scaleLength } from './scale';
import { gatherMarkers, reachCells } from './under';
import { INCH, inches, onSheet, onTable, whereabouts } from './units';
import { levels, nearestLevel, storey, wallParts } from './walls';

const at = (x: number, y: number) => ({ x: x * INCH, y: y * INCH });
const spot = (x: number, y: number, z = 0) => ({ at: at(x, y), z: z * INCH });
const opening = (side: number, from: number, width: number, sill = 0, door = false) =>
  ({ side, from: from * INCH, width: width * INCH, sill: sill * INCH, head: (sill + 1) * INCH, door });

const house = (more: Partial<Building> = {}): Building => ({
  outline: [at(0, 0), at(4, 0), at(4, 4), at(0, 4)], thickness: INCH / 4, openings: [], floors: [], roof: false, breachable: false, ...more,
});
const pieceOf = (building: Building, height = 3): Piece => ({ name: 'house', kind: 'building', form: { Building: building }, bottom: 0, height: height * INCH });
const feature = (kind: 'door' | 'building', piece: number): FeatureInfo => ({ name: '', kind, at: at(0, 0), piece });

describe('places', () => {
  it('puts north up', () => {
    expect(onSheet(at(1, 36), 36 * INCH)).toEqual({ x: 100, y: 0 });
    expect(onSheet(at(0, 0), 36 * INCH)).toEqual({ x: 0, y: 3600 });
  });

  it('comes back to whole micrometres', () => {
    const point = { x: 451138, y: 631254 };
    expect(onTable(onSheet(point, 914400), 914400)).toEqual(point);
    expect(Number.isInteger(onTable({ x: 1.2345, y: 6.789 }, 914400).x)).toBe(true);
  });

  it('says where somebody is', () => {
    expect(whereabouts(spot(12.4, 8))).toBe('12.4 east, 8.0 north');
    expect(whereabouts(spot(1, 2, 3))).toBe('1.0 east, 2.0 north, 3.0 up');
    expect([inches(3 * INCH), inches(0.75 * INCH)]).toEqual(['3', '0.75']);
  });
});

describe('monograms', () => {
  const given = (...names: string[]) => [...monograms(names.map((name, model) => ({ model, name }))).values()];

  it('takes initials and numbers', () => {
    expect(given('Choir Master', 'Chanter 1', 'Chanter 2', 'Karl')).toEqual(['CM', 'C1', 'C2', 'Ka']);
  });

  it('tells similar names apart', () => {
    const all = given('Karl', 'Karla', 'Karlo', 'Kurt', 'K', 'Karl', '');
    expect(new Set(all).size).toBe(all.length);
  });
});

describe('walls', () => {
  it('are cut at openings, along the inside of the outline', () => {
    const parts = wallParts(house({ openings: [opening(0, 2, 1, 0.5), opening(0, 0.5, 1)] }), 0, []);
    const south = parts.slice(0, 5);
    expect(south.map((part) => part.is)).toEqual(['wall', 'gap', 'wall', 'window', 'wall']);
    expect(south[1]!.corners).toEqual([at(0.5, 0), at(1.5, 0), at(1.5, 0.25), at(0.5, 0.25)]);
    expect(parts).toHaveLength(8);
  });

  it('tell windows one looks through from slits high up', () => {
    const is = (sill: number) => wallParts(house({ openings: [opening(0, 1, 1, sill)] }), 0, [])[1]!.is;
    expect([is(0.5), is(1.5)]).toEqual(['window', 'slit']);
  });

  it('leave no wall of no length beside an opening in a corner', () => {
    expect(wallParts(house({ openings: [opening(0, 0, 4)] }), 0, [])[0]!.is).toBe('gap');
  });

  it('know which door is which feature, in the order of the walls', () => {
    const features = [feature('door', 7), feature('door', 1), feature('building', 1), feature('door', 1)];
    const parts = wallParts(house({ openings: [opening(2, 1, 1, 0, true), opening(0, 1, 1, 0, true)] }), 1, features);
    expect(parts.filter((part) => part.is === 'door').map((part) => part.feature)).toEqual([1, 3]);
    expect(parts.filter((part) => part.is === 'wall').every((part) => part.feature === null)).toBe(true);
  });

  it('draw an open door and a breached wall otherwise', () => {
    const ground = {
      sketch: { name: '', width: 36 * INCH, depth: 36 * INCH, pieces: [pieceOf(house({ breachable: true, openings: [opening(0, 1, 1, 0, true)] }))] },
      features: [feature('building', 0), feature('door', 0)],
    };
    const looks = (gone: number[]) => drawWalls(ground, new Set(gone))[0]!.marks.map((mark) => mark.look);
    expect(looks([])).not.toContain('swing');
    expect(looks([1])).toContain('swing');
    expect(looks([0])).toContain('breach');
  });

  it('have levels, and the nearest is found', () => {
    const tower = pieceOf(house({ floors: [3 * INCH], roof: true }), 6);
    expect(levels(tower).map((level) => level.name)).toEqual(['ground floor', 'floor 1', 'roof']);
    expect(nearestLevel(tower, 2 * INCH)?.name).toBe('floor 1');
    expect(nearestLevel(tower, 1.5 * INCH)?.name).toBe('ground floor');
    expect(storey([tower], spot(2, 2, 6))).toBe('roof');
    expect(storey([tower], spot(9, 2, 6))).toBeNull();
  });
});

describe('drawing', () => {
  it('knows every kind a legend can show', () => {
    const kinds = ['open', 'scrub', 'light-woods', 'medium-woods', 'dense-woods', 'swamp', 'water', 'rubble', 'rock', 'hill', 'crater', 'irradiated', 'contaminated', 'pit', 'low-wall', 'high-wall', 'hedge', 'fence', 'wire', 'trench', 'building', 'door', 'interior', 'floor', 'stairs', 'ladder', 'crate', 'barrel', 'vehicle', 'crystal', 'smoke', 'fire', 'tree', 'well', 'ford'] as const;
    for (const kind of kinds) {
      const marks = swatch(kind).drawn.flatMap((drawn) => drawn.marks);
      expect(marks.length, kind).toBeGreaterThan(0);
      expect(marks.some((mark) => mark.d.includes('NaN')), kind).toBe(false);
    }
  });

  it('is the same every time', () => {
    const woods: Piece = { name: 'woods', kind: 'dense-woods', form: { Area: [at(0, 0), at(6, 0), at(6, 5), at(0, 5)] }, bottom: 0, height: 4 * INCH };
    expect(drawPiece(woods, 3, 36 * INCH)).toEqual(drawPiece(woods, 3, 36 * INCH));
    expect(drawPiece(woods, 3, 36 * INCH)).not.toEqual(drawPiece(woods, 4, 36 * INCH));
  });

  it('puts hills below everything and crowns above', () => {
    const area = [at(0, 0), at(6, 0), at(6, 5)];
    const piece = (kind: 'hill' | 'tree' | 'water', height = 1): Piece => ({ name: kind, kind, form: { Area: area }, bottom: 0, height: height * INCH });
    const ground = { sketch: { name: '', width: INCH, depth: INCH, pieces: [piece('tree'), piece('hill', 2), piece('water'), piece('hill', 1)] }, features: [] };
    expect(drawStill(ground).map((drawn) => drawn.key)).toEqual(['piece 3', 'piece 1', 'piece 2', 'piece 0']);
    expect(drawnKinds(ground)).toEqual(['tree', 'hill', 'water']);
  });
});

describe('counters', () => {
  const model = { model: 1, name: 'Otto', side: 1, spot: spot(12.4, 8), facing: null, squad: null, base: 12700, height: 1, wounds: [1, 4] as [number, number], conditions: ['passed-out'], gone: false, acted: true, ranges: [], card: [] };
  const view = { phase: '', sides: [{ side: 1, name: 'Androids', standing: '' }], models: [model], zones: [], markers: [], outcome: null };

  it('are read out', () => {
    expect(counterLabel(model, view, [], 1)).toBe('Otto, yours, blue (Androids), 1 of 4 wounds, passed out, has acted, 12.4 east, 8.0 north');
  });

  it('never get too small', () => {
    expect(drawnRadius(model, 1)).toBe(50);
    expect(drawnRadius(model, 10)).toBe(100);
  });

  it('have a chip for every word', () => {
    expect(chipOf('stunned').shape).not.toBe(chipOf('transfixed').shape);
    expect(chipOf('gleeful')).toEqual({ shape: 'plate', letter: 'G', tone: 'plain' });
    expect([isDown(['fallen']), isDown(['stunned'])]).toEqual([true, false]);
  });

  it('are picked by the nearest middle, the one under the finger first', () => {
    const targets = [{ model: 1, at: { x: 0, y: 0 }, radius: 10 }, { model: 2, at: { x: 30, y: 0 }, radius: 18 }];
    expect(picked(targets, { x: 13, y: 0 }, 22)).toBe(2);
    expect(picked(targets, { x: 11, y: 0 }, 22)).toBe(1);
    expect(picked(targets, { x: 0, y: 25 }, 22)).toBeNull();
  });
});

describe('overlays', () => {
  it('keep labels apart and leave out what has no room', () => {
    const wish = (key: string, must = false) => ({ key, wide: 10, high: 4, places: around({ x: 0, y: 0 }, 5, 10, 4).slice(0, 2), must });
    const laid = layOut([wish('a'), wish('b'), wish('c'), wish('d', true)], []);
    expect([...laid.keys()]).toEqual(['a', 'b', 'd']);
    expect(overlap({ ...laid.get('a')!, wide: 10, high: 4 }, { ...laid.get('b')!, wide: 10, high: 4 })).toBe(false);
  });

  it('gather reach by bands, the dearest first, and markers by place', () => {
    const stands = [0, 1, 1, 2].map((band, i) => ({ band, spot: spot(i, 1) }));
    expect(reachCells(stands, INCH).map((cells) => cells.band)).toEqual([2, 1, 0]);
    const marker = (name: string, x: number) => ({ name, radius: 5000, spot: spot(x, 1) });
    const heaps = gatherMarkers([marker('Rope', 1), marker('Lamp', 1), marker('body of Karl', 2)]);
    expect(heaps.map((heap) => [heap.is, heap.name, heap.sign])).toEqual([['thing', 'Rope, Lamp', '2'], ['body', 'body of Karl', 'B']]);
  });

  it('begin and end arrows at the rims', () => {
    const discs = [{ at: { x: 0, y: 0 }, radius: 10 }];
    expect(rimToRim({ x: 0, y: 0 }, { x: 100, y: 0 }, discs, 2)).toEqual([{ x: 12, y: 0 }, { x: 100, y: 0 }]);
  });

  it('travel along paths and end exactly where they end', () => {
    const path = [spot(0, 0), spot(4, 0), spot(4, 3)];
    expect(length(path)).toBe(7 * INCH);
    expect(along(path, 5 / 7).at).toEqual(at(4, 1));
    expect(along(path, 1)).toBe(path[2]);
    expect(along([path[0]!], 0.5)).toBe(path[0]);
  });

  it('choose a round length for the scale bar', () => {
    expect([scaleLength(9), scaleLength(24), scaleLength(120)]).toEqual([12, 3, 1]);
  });
});

describe('labels and the scale bar', () => {
  const sheet = { low: { x: 0, y: 0 }, high: { x: 100, y: 60 } };

  it('keeps labels on the sheet', () => {
    expect(keptOn(sheet, { x: 50, y: 30 }, 20, 10)).toEqual({ x: 50, y: 30 });
    expect(keptOn(sheet, { x: 2, y: 58 }, 20, 10)).toEqual({ x: 10, y: 55 });
  });

  it('puts the bar where nobody stands', () => {
    const port = { wide: 400, high: 300 };
    expect(freeCorner(port, 80, [])).toBe('south-west');
    expect(freeCorner(port, 80, [{ x: 30, y: 290 }])).toBe('south-east');
    expect(freeCorner(port, 80, [{ x: 30, y: 290 }, { x: 390, y: 290 }])).toBe('north-west');
    expect(freeCorner(port, 80, [{ x: 30, y: 290 }, { x: 390, y: 290 }, { x: 9, y: 9 }, { x: 390, y: 9 }])).toBe('south-west');
  });
});
