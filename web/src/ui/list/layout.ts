/**
 * How a row of a list is laid out. Below 768 px it is a card, and in a list narrower than 56rem a row of the same two lines; wider, what the second line
 * says has cells of its own. The widths of a grid's columns stand with the cells that use them.
 */
export const LIST = '@container';

export const ROW =
  'grid w-full items-center gap-x-3 px-3 text-sm max-md:min-h-16 max-md:py-2 md:h-14 md:@4xl:h-11 md:pointer-coarse:h-14';

/** A cell of its own for what a narrow row says in its second line. */
export const OWN_CELL = 'hidden md:@4xl:block';
export const SECOND_LINE = 'mt-0.5 md:@4xl:hidden';
/** Shown where a row is at its widest. */
export const WIDE_CELL = 'hidden md:@[68rem]:block';
export const WORDS = 'hidden md:@[68rem]:inline';
