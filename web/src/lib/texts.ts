/** The texts that several features share. Each feature's own texts are in its `texts.ts`. */
export const commonTexts = {
  actions: 'Actions',
  actionsFor: (name: string) => `Actions for ${name}`,
  back: 'Back',
  cancel: 'Cancel',
  continue: 'Continue',
  couldNotLoad: (what: string) => `${what} couldn’t be loaded`,
  discard: 'Discard',
  discardChanges: 'Discard unsaved changes?',
  done: 'Done',
  gone: 'It no longer exists.',
  justNow: 'just now',
  keepEditing: 'Keep editing',
  loading: (what: string) => `Loading ${what}`,
  retry: 'Retry',
  sending: 'Sending…',
  /** 's' or 'min'. */
  timeLeft: (amount: string, unit: string) => `${amount} ${unit} left`,
  undo: 'Undo',
  /** For times that JavaScript cannot represent, such as PostgreSQL's `infinity` and years after 9999. */
  unknownTime: 'an unknown time',
  atUnknownTime: 'at an unknown time',
  unreachable: 'Leadlight couldn’t be reached. Check your connection and try again.',
};
