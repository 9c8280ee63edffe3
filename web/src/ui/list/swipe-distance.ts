export type Side = 'right' | 'left';

/** A swipe takes effect from this distance in px, or from this share of the row's width if that is less. */
const DISTANCE = 96;
const SHARE = 0.35;

/** The side that a row dragged by `dx` px shows, and whether releasing it takes effect. */
export function swipeAt(dx: number, width: number): { side: Side | null; isFar: boolean } {
  const side = dx === 0 ? null : dx > 0 ? 'right' : 'left';
  return { side, isFar: Math.abs(dx) >= Math.min(DISTANCE, width * SHARE) };
}
