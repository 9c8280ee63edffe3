/**
 * The layout of a row. Below 768 px it is a card, and in a list narrower than 56rem it has the same contents in two lines. In wider lists the contents of
 * the second line have their own cells. Each table defines its own column widths. The height does not depend on the width of the list.
 * The variants `list-*` are those of `ListFrame`.
 */

export const ROW =
  'grid w-full items-center gap-x-3 px-3 text-sm max-md:min-h-16 max-md:py-2 md:h-11 md:pointer-coarse:h-14';

/** A cell for contents of the second line. */
export const OWN_CELL = 'hidden list-wide:block';
export const SECOND_LINE = 'max-md:mt-0.5 list-wide:hidden';
/** Texts side by side. Those that do not fit share the space, and short ones stay whole. */
export const FAIR_PARTS = 'grid-flow-col auto-cols-[minmax(0,max-content)] items-center gap-x-1.5';
/** Shown in the widest rows only. */
export const WIDE_CELL = 'hidden list-widest:block';
export const WORDS = 'hidden list-widest:inline';
/** The width of a button with such a word, whatever the word. */
export const WORD_WIDTH = 'list-widest:w-22 list-widest:px-0';
