/** The texts that several features share. Each feature's own texts are in its `texts.ts`. */
export const commonTexts = {
  actions: 'Actions',
  actionsFor: (name: string) => `Actions for ${name}`,
  back: 'Back',
  cancel: 'Cancel',
  continue: 'Continue',
  couldNotLoad: (what: string) => `${what} couldn’t be loaded`,
  discard: 'Discard',
  done: 'Done',
  gone: 'It no longer exists.',
  keepEditing: 'Keep editing',
  loading: (what: string) => `Loading ${what}`,
  retry: 'Retry',
  sending: 'Sending…',
  undo: 'Undo',
  unreachable: 'Leadlight couldn’t be reached. Check your connection and try again.',
};
