/** The end of an axis: the next even number of the form 1, 2, 4, 5, 6 or 8 times a power of ten, at least 2. */
export function niceCeiling(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(most, 1)));
  const step = [1, 2, 4, 5, 6, 8, 10].find((factor) => factor * power >= most && (factor * power) % 2 === 0);
  return (step ?? 2) * power;
}
