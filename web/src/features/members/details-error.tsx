import { ErrorState } from '@/ui/error-state.tsx';

export type DetailsErrorProps = { error: Error; onRetry: () => unknown };

/** A customer, or what is to be said about one, could not be read. */
export function DetailsError({ error, onRetry }: DetailsErrorProps) {
  return (
    <ErrorState
      title="Error loading data"
      description="Failed to fetch customer details"
      details={error.message}
      onRetry={onRetry}
    />
  );
}
