/** A round number of inches that makes a bar of about a hundred pixels. */
export function scaleLength(pxPerInch: number): number {
  const lengths = [1, 2, 3, 6, 12, 24];
  return lengths.find((inches) => inches * pxPerInch >= 64) ?? 24;
}
