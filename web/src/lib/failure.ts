/** Why something failed, in its own words, but for those that only a machine has. */
export function reasonOf(failure: unknown): string {
  if (isUnreachable(failure)) return 'Leadlight could not be reached. Check your connection and try again.';
  if ((failure as { code?: unknown } | null)?.code === NO_SUCH_ROW) return 'It is no longer there.';
  return failure instanceof Error ? failure.message || failure.name : String(failure);
}

/** By PostgREST, where one row was asked for and there is none. */
const NO_SUCH_ROW = 'PGRST116';

/** Logs what failed where the screen goes on without it. */
export function logFailure(what: string, failure: unknown): void {
  // biome-ignore lint/suspicious/noConsole: what the screen does not show must be found somewhere
  console.error(`${what}:`, reasonOf(failure));
}

/** Browsers tell a request that did not get through each in their own words. */
const isUnreachable = (failure: unknown) =>
  failure instanceof Error &&
  /^(TypeError: )?(Failed to fetch|NetworkError|Load failed|fetch failed)/.test(failure.message);

/** Whether something failed because it was called off. */
export const isAbort = (failure: unknown): boolean => failure instanceof DOMException && failure.name === 'AbortError';
