// Dice that were thrown on a real table and are typed or tapped in.

/** The faces a text names, such as `3 5 6`, `3,5,6` or, for dice with at most nine sides, `356`. */
export function parseFaces(text: string, need: { count: number; sides: number }): number[] | { why: string } {
  const trimmed = text.trim();
  if (trimmed === '') return [];
  const strung = /^\d+$/.test(trimmed) && trimmed.length > 1 && need.sides <= 9;
  const words = strung ? [...trimmed] : trimmed.split(/[\s,;+]+/).filter((word) => word !== '');
  const stranger = words.find((word) => !/^\d+$/.test(word));
  if (stranger !== undefined) return { why: `“${stranger}” is not a number; type the faces, such as ${sample(need)}.` };
  const faces = words.map(Number);
  const wrong = faces.find((face) => face < 1 || face > need.sides);
  if (wrong !== undefined) return { why: `A die with ${need.sides} sides cannot show ${wrong}.` };
  if (faces.length > need.count) return { why: `That is ${faces.length} dice; ${need.count} are wanted.` };
  return faces;
}

const sample = (need: { count: number; sides: number }): string =>
  Array.from({ length: need.count }, (_, i) => (i % need.sides) + 1).join(' ');

/** The face a key stands for; nought is ten. */
export function faceOfKey(key: string, sides: number): number | null {
  if (!/^\d$/.test(key)) return null;
  const face = key === '0' ? 10 : Number(key);
  return face <= sides ? face : null;
}

/** Fair faces from the browser's own source of chance; numbers that would favour low faces are thrown again. */
export function throwDice(count: number, sides: number): number[] {
  const fair = Math.floor(2 ** 32 / sides) * sides;
  const one = (): number => {
    const [number] = crypto.getRandomValues(new Uint32Array(1)) as unknown as [number];
    return number < fair ? (number % sides) + 1 : one();
  };
  return Array.from({ length: count }, one);
}
