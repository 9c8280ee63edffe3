import { counted, type Noun } from '@/lib/format.ts';
import type { Toast } from '@/lib/toast.ts';
import { type BulkAction, texts } from './texts.ts';
import type { BulkResult } from './use-bulk-run.ts';

/** The toast of a finished bulk action. Skipped rows count as neither done nor failed. */
export function resultMessage(
  action: BulkAction,
  noun: Noun,
  { done, skipped, failed, untried, reason }: BulkResult,
): Toast {
  const words = texts.result(action);
  const doneText = `${counted(done, noun)} ${words.done}`;
  const skippedText = skipped > 0 && texts.count(skipped, words.skipped);
  if (failed.length + untried.length === 0) {
    return {
      tone: done > 0 ? 'success' : 'neutral',
      title: doneText,
      ...(skippedText && { description: `${skippedText}.` }),
    };
  }
  const parts = [
    doneText,
    skippedText,
    failed.length > 0 && texts.count(failed.length, texts.failed),
    untried.length > 0 && texts.count(untried.length, texts.notTried),
  ];
  const description = parts.filter(Boolean).join(', ') + (reason ? `: ${reason}` : '.');
  if (done === 0 && failed.length > 0) return { tone: 'danger', title: words.failure(noun), description };
  return { tone: 'neutral', title: words.partial, description };
}

/** The toast of a bulk action whose rows could not be read. */
export function notStartedMessage(action: BulkAction, noun: Noun, reason: string): Toast {
  return { tone: 'danger', title: texts.result(action).failure(noun), description: reason };
}

/** The toast after deleted rows were restored. */
export function restoredMessage(noun: Noun, { restored, skipped }: { restored: number; skipped: number }): Toast {
  if (restored + skipped === 0) return { tone: 'danger', title: texts.cannotRestore(noun) };
  return {
    tone: restored > 0 ? 'success' : 'neutral',
    title: texts.restored(restored, noun),
    ...(skipped > 0 && { description: texts.addedAgain(skipped) }),
  };
}
