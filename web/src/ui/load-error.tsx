import { ErrorState } from './error-state.tsx';

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
      title={`${what} couldn’t be loaded`}
      description="Check your connection and try again."
      details={error?.message}
      onRetry={() => void onRetry()}
    />
  );
}
