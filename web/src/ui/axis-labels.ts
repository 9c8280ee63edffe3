/** Of a character of a label, and between two labels, in pixels. */
const CHARACTER = 6.5;
const GAP = 8;

/** Whether a label of an axis of this width is shown: the last one, and from it back as many at equal distances as fit. */
export function isLabelShown(index: number, labels: readonly string[], width: number): boolean {
  const distance = width / Math.max(1, labels.length - 1);
  const needed = Math.max(...labels.map((label) => label.length)) * CHARACTER + GAP;
  const every = Math.max(1, Math.ceil(needed / distance));
  return (labels.length - 1 - index) % every === 0;
}
