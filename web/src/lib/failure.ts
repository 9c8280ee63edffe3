import { commonTexts } from './texts.ts';

export function failureReason(failure: unknown): string {
  if (isUnreachable(failure)) return commonTexts.unreachable;
  if ((failure as { code?: unknown } | null)?.code === NO_SUCH_ROW) return commonTexts.gone;
  if (hasCode(failure, NOT_ALLOWED) && /row-level security/.test(String((failure as Error).message)))
    return commonTexts.notAllowed;
  return failure instanceof Error ? failure.message || failure.name : String(failure);
}

/** PostgreSQL's code for a missing privilege. The message of row-level security names a table. */
const NOT_ALLOWED = '42501';

/** PostgREST's code for a single row that does not exist. */
const NO_SUCH_ROW = 'PGRST116';

/** How long a page is taken to be left after the browser was about to. The user may have chosen to stay. */
const LEAVING_MS = 5_000;

let leftAt = Number.NEGATIVE_INFINITY;

/** Firefox fails the requests that a reload or a link cuts off, while the page is still there. That is no failure. */
export function noticeLeaving(): void {
  const leave = () => {
    leftAt = performance.now();
  };
  addEventListener('beforeunload', leave);
  addEventListener('pagehide', leave);
  addEventListener('pageshow', () => {
    leftAt = Number.NEGATIVE_INFINITY;
  });
  addEventListener('unhandledrejection', (event) => {
    if (isCutOff(event.reason)) event.preventDefault();
  });
}

/** The messages of Firefox, Safari and Chromium for code that could not be loaded. */
const isUnloadedCode = (failure: unknown) =>
  failure instanceof TypeError && /dynamically imported module|module script failed/.test(failure.message);

const isCutOff = (failure: unknown) =>
  performance.now() - leftAt < LEAVING_MS && (isUnreachable(failure) || isAborted(failure) || isUnloadedCode(failure));

/** auth-js wraps the error of a request that was aborted. */
const isAborted = (failure: unknown) =>
  isAbort(failure) || (failure instanceof Error && /^The operation was aborted/.test(failure.message));

export function logFailure(what: string, failure: unknown): void {
  if (isCutOff(failure)) return;
  // biome-ignore lint/suspicious/noConsole: the only trace of an error that the page does not show
  console.error(`${what}:`, failureReason(failure));
}

/** Each browser has its own message for a request that could not be sent. */
const isUnreachable = (failure: unknown) =>
  failure instanceof Error &&
  /^(TypeError: )?(Failed to fetch|NetworkError|Load failed|fetch failed)/.test(failure.message);

export const isAbort = (failure: unknown): boolean => failure instanceof DOMException && failure.name === 'AbortError';

/** Whether the backend gave a failure this code. */
export const hasCode = (failure: unknown, code: string) => (failure as { code?: string } | null)?.code === code;
