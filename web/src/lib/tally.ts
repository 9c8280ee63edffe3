/** How far the review of some rows has come: all of them, the approved ones, and those that somebody has decided upon. */
export type Tally = { total: number; approved: number; reviewed: number };
