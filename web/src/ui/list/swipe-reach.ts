export type Side = 'right' | 'left';

/** A row must be dragged this far to be let go of with an effect: in px, and no more than this share of its width. */
const FAR = 96;
const SHARE = 0.35;

/** Where a row dragged by so many px stands: which of its sides shows, and whether letting go now has an effect. */
export function reach(dx: number, width: number): { side: Side | null; far: boolean } {
  const side = dx === 0 ? null : dx > 0 ? 'right' : 'left';
  return { side, far: Math.abs(dx) >= Math.min(FAR, width * SHARE) };
}

/** What letting go does: the side that the row was dragged to, or nothing. */
export function verdictOf(dx: number, width: number): Side | null {
  const { side, far } = reach(dx, width);
  return far ? side : null;
}
