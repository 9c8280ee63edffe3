import { commonTexts } from '@/lib/texts.ts';
import { ErrorState } from './error-state.tsx';
import { texts } from './texts.ts';

export type LoadErrorProps = {
  /** The start of the title, such as 'The leads'. */
  what: string;
  error: Error | null | undefined;
  onRetry: () => unknown;
};

/** A failed query, with Retry. */
export function LoadError({ what, error, onRetry }: LoadErrorProps) {
  return (
    <ErrorState
      title={commonTexts.couldNotLoad(what)}
      description={texts.tryAgain}
      details={error?.message}
      onRetry={() => void onRetry()}
    />
  );
}
