// An error that prevents the start. The message is one line with the problem and the remedy.
export class StartFailure extends Error {}

/** Returns the StartFailure for a full disk, which this process (ENOSPC) or PostgreSQL (53100) reported; undefined for any other error. */
export function diskFull(error: unknown): StartFailure | undefined {
  const { code, message, cause } = (error ?? {}) as { code?: string; message?: string; cause?: unknown };
  if (code !== 'ENOSPC' && code !== '53100') return cause === undefined ? undefined : diskFull(cause);
  return new StartFailure(
    `There is no space left on the disk (${message}): free some space, then start again. No data is lost.`,
  );
}
