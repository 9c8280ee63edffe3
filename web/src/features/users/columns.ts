/** How a row of users is laid out: a two-line card on a phone, a grid whose columns come by importance from there on. */
export const ROW =
  'grid w-full items-center gap-x-3 px-3 text-sm max-md:min-h-16 max-md:grid-cols-[minmax(0,1fr)_auto] max-md:py-2 md:h-11 md:pointer-coarse:h-14 md:grid-cols-[minmax(0,1fr)_11rem_2.5rem] md:@2xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_11rem_2.5rem] md:@4xl:grid-cols-[minmax(0,5fr)_minmax(0,5fr)_minmax(0,4fr)_13rem_7rem_2.5rem]';

/** From which width on a cell is shown; a card says address and customers in its own lines. */
export const SHOWN = {
  email: 'hidden md:@2xl:block',
  roles: 'hidden md:block',
  customers: 'hidden md:@4xl:block',
  joined: 'hidden md:@4xl:block',
} as const;

/** The address beneath the name, where it has no column of its own. */
export const BENEATH = 'md:@2xl:hidden';
