// Judging by eye what is drawn on the table.

/** A place on the screen, and how many inches it lies from the west and from the south edge of the table. */
export interface Room {
  x: number;
  y: number;
  east: number;
  north: number;
}

/**
 * Places on the screen where a base seems to fit: in the marked area, wholly in a zone if there are zones, and away
 * from everybody else. It runs in the browser and judges by what is drawn, as the eye does.
 */
export function roomInTheMarkedArea(): Room[] {
  const sheet = document.querySelector<SVGSVGElement>('svg.live')!;
  const toScreen = sheet.getScreenCTM()!;
  const inch = toScreen.a * 100;
  const base = 0.55 * inch;
  const area = sheet.querySelector('rect.within')!.getBoundingClientRect();
  const zones = [...sheet.querySelectorAll<SVGPathElement>('.zone path')];
  const middle = (box: DOMRect) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
  const others = [...sheet.querySelectorAll('[data-model] .hit, .ghost')].map((one) => middle(one.getBoundingClientRect()));
  const inZone = (x: number, y: number) => zones.length === 0 || zones.some((zone) => zone.isPointInFill(new DOMPoint(x, y).matrixTransform(toScreen.inverse())));
  const around = (x: number, y: number) => [0, 1, 2, 3, 4, 5, 6, 7].map((i) => [x + base * Math.cos(i * 0.785), y + base * Math.sin(i * 0.785)] as const);
  const paper = sheet.viewBox.baseVal;
  const inInches = (x: number, y: number) => {
    const at = new DOMPoint(x, y).matrixTransform(toScreen.inverse());
    return { east: at.x / 100, north: (paper.height + 2 * paper.y - at.y) / 100 };
  };
  const inArea = (x: number, y: number) => x > area.left && x < area.right && y > area.top && y < area.bottom;
  const inSight = (x: number, y: number) => document.elementFromPoint(x, y)?.closest('.table') != null;
  const room: Room[] = [];
  for (let x = area.left; x < area.right; x += inch / 5) {
    for (let y = area.top; y < area.bottom; y += inch / 5) {
      const whole = around(x, y).every(([a, b]) => inArea(a, b) && inZone(a, b));
      if (whole && inSight(x, y) && others.every((other) => Math.hypot(other.x - x, other.y - y) > 2 * base)) room.push({ x, y, ...inInches(x, y) });
    }
  }
  return room;
}

/** Whether somebody is drawn who would stand at a place on the screen. It runs in the browser. */
export function isDrawnAt({ x, y }: Room): boolean {
  const inch = document.querySelector<SVGSVGElement>('svg.live')!.getScreenCTM()!.a * 100;
  const isThere = (box: DOMRect) => Math.hypot(box.x + box.width / 2 - x, box.y + box.height / 2 - y) < inch / 4;
  return [...document.querySelectorAll('svg.live .ghost')].some((ghost) => isThere(ghost.getBoundingClientRect()));
}
