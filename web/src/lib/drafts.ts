const drafts = new Map<string, unknown>();

const warn = (event: BeforeUnloadEvent) => event.preventDefault();

function updateWarning() {
  if (drafts.size > 0) addEventListener('beforeunload', warn);
  else removeEventListener('beforeunload', warn);
}

/**
 * Unsaved texts by user and row. Going elsewhere in the app does not lose them, and the browser asks for confirmation
 * before the tab closes.
 */
export function makeDrafts<Draft>(what: string) {
  const draftKey = (userId: string, rowId: string) => `${what} ${userId} ${rowId}`;
  return {
    get: (userId: string, rowId: string) => drafts.get(draftKey(userId, rowId)) as Draft | undefined,
    /** undefined removes the draft. */
    set: (userId: string, rowId: string, draft: Draft | undefined) => {
      if (draft === undefined) drafts.delete(draftKey(userId, rowId));
      else drafts.set(draftKey(userId, rowId), draft);
      updateWarning();
    },
  };
}

export function clearDrafts() {
  drafts.clear();
  updateWarning();
}
