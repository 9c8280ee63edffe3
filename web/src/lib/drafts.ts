const drafts = new Map<string, unknown>();

const warn = (event: BeforeUnloadEvent) => event.preventDefault();

function updateWarning() {
  if (drafts.size > 0) addEventListener('beforeunload', warn);
  else removeEventListener('beforeunload', warn);
}

/**
 * What users have typed and not saved, by user and row. Going elsewhere in the app does not lose it, and the browser asks for confirmation
 * before the tab closes.
 */
export function draftsOf<Draft>(what: string) {
  const keyOf = (userId: string, rowId: string) => `${what} ${userId} ${rowId}`;
  return {
    get: (userId: string, rowId: string) => drafts.get(keyOf(userId, rowId)) as Draft | undefined,
    /** undefined removes the draft. */
    set: (userId: string, rowId: string, draft: Draft | undefined) => {
      if (draft === undefined) drafts.delete(keyOf(userId, rowId));
      else drafts.set(keyOf(userId, rowId), draft);
      updateWarning();
    },
  };
}

export function clearDrafts() {
  drafts.clear();
  updateWarning();
}
