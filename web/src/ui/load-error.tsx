import { ErrorState } from './error-state.tsx';

export type LoadErrorProps = {
  /** What is missing, as the sentence begins: 'The leads'. */
  what: string;
  error: Error | null | undefined;
  onRetry: () => unknown;
};

/** Something could not be read, and can be tried again. */
export function LoadError({ what, error, onRetry }: LoadErrorProps) {
  return (
    <ErrorState
      title={`${what} could not be loaded`}
      description="Check your connection and try again."
      details={error?.message}
      onRetry={() => void onRetry()}
    />
  );
}
