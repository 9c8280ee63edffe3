import { logFailure } from '@/lib/failure.ts';

/** Waits for an attempt whose failure has already been shown: it is logged, and the form stays as it is. */
export async function logged(attempt: string, work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    logFailure(`${attempt} error`, error);
  }
}
