/** The end of an axis: the next even number of the form 1, 2, 4, 5, 6 or 8 times a power of ten, at least 2. */
export function niceCeiling(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(most, 1)));
  const step = [1, 2, 4, 5, 6, 8, 10].find((factor) => factor * power >= most && (factor * power) % 2 === 0);
  return (step ?? 2) * power;
}

/** The widths of a label's character and of the gap between two labels, in pixels. */
const CHARACTER = 6.5;
const GAP = 8;

/** Whether a label of an axis of this width is shown: the last one, and from it back as many at equal distances as fit. */
export function isLabelShown(index: number, labels: readonly string[], width: number): boolean {
  const distance = width / Math.max(1, labels.length - 1);
  const needed = Math.max(...labels.map((label) => label.length)) * CHARACTER + GAP;
  const every = Math.max(1, Math.ceil(needed / distance));
  return (labels.length - 1 - index) % every === 0;
}
