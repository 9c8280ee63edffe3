/** Why something failed, in its own words. */
export const reasonOf = (failure: unknown): string => (failure instanceof Error ? failure.message : String(failure));

/** Whether something failed because it was called off. */
export const isAbort = (failure: unknown): boolean => failure instanceof DOMException && failure.name === 'AbortError';
