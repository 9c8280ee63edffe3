/** What a look at one thing found: it is well, worth a look, or wrong; and what to do where it is not well. */
export type Finding = { about: string; state: 'well' | 'look' | 'wrong'; says: string; advice?: string };

export const well = (about: string, says: string): Finding => ({ about, state: 'well', says });
export const look = (about: string, says: string, advice: string): Finding => ({ about, state: 'look', says, advice });
export const wrong = (about: string, says: string, advice: string): Finding => ({
  about,
  state: 'wrong',
  says,
  advice,
});
