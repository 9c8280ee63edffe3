import { commonTexts } from './texts.ts';

export function reasonOf(failure: unknown): string {
  if (isUnreachable(failure)) return commonTexts.unreachable;
  if ((failure as { code?: unknown } | null)?.code === NO_SUCH_ROW) return commonTexts.gone;
  return failure instanceof Error ? failure.message || failure.name : String(failure);
}

/** PostgREST's code for a single row that does not exist. */
const NO_SUCH_ROW = 'PGRST116';

export function logFailure(what: string, failure: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the only trace of an error that the page does not show
  console.error(`${what}:`, reasonOf(failure));
}

/** Each browser has its own message for a request that could not be sent. */
const isUnreachable = (failure: unknown) =>
  failure instanceof Error &&
  /^(TypeError: )?(Failed to fetch|NetworkError|Load failed|fetch failed)/.test(failure.message);

export const isAbort = (failure: unknown): boolean => failure instanceof DOMException && failure.name === 'AbortError';

/** Whether the backend gave a failure this code. */
export const hasCode = (failure: unknown, code: string) => (failure as { code?: string } | null)?.code === code;
