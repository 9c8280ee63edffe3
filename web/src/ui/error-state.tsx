import type { UseQueryResult } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { CircleAlert, RotateCw } from 'lucide-react';
import { type ReactNode, useDeferredValue } from 'react';
import { commonTexts } from '@/lib/texts.ts';
import { Button } from './button.tsx';
import { texts } from './texts.ts';

type ErrorStateProps = { title: string; description?: string; details?: string; onRetry?: () => void };

export function ErrorState({ title, description, details, onRetry }: ErrorStateProps) {
  return (
    <div role="alert" className="flex flex-col items-center px-6 py-16 text-center in-[section]:py-6">
      <span className="mb-4 grid size-14 place-items-center rounded-lg bg-danger-soft text-danger">
        <CircleAlert aria-hidden className="size-6" strokeWidth={1.5} />
      </span>
      <p className="font-medium">{title}</p>
      {description && <p className="mt-1 max-w-sm text-muted text-sm">{description}</p>}
      {onRetry && (
        <Button icon={RotateCw} className="mt-5" onClick={onRetry}>
          {commonTexts.retry}
        </Button>
      )}
      {details && (
        <details className="mt-4 max-w-lg text-muted text-xs">
          <summary>{texts.details}</summary>
          <code className="mt-2 block break-words font-sans">{details}</code>
        </details>
      )}
    </div>
  );
}

type LoadErrorProps = { what: string; error: Error | null | undefined; onRetry: () => unknown };

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

type LoadedProps<Data> = Pick<LoadErrorProps, 'what'> & {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>;
  skeleton: ReactNode;
  children: (data: Data) => ReactNode;
};

/** Shows the data of a query; until there are any, the skeleton or the error. Rendering the first data may be interrupted. */
export function Loaded<Data>({ query: { data, error, refetch }, what, skeleton, children }: LoadedProps<Data>) {
  const isShown = useDeferredValue(data !== undefined);
  if (data !== undefined && isShown) return children(data);
  return error && data === undefined ? <LoadError what={what} error={error} onRetry={refetch} /> : skeleton;
}

type RetryLineProps = { text: string; busy?: boolean; onRetry: () => unknown; className?: string };

/** A line of a card that says what could not be loaded, with a button to try again. */
export const RetryLine = ({ text, busy, onRetry, className }: RetryLineProps) => (
  <p role="alert" className={clsx('flex items-center gap-3 text-danger text-sm', className)}>
    {text}
    <Button size="sm" busy={busy} onClick={() => onRetry()}>
      {commonTexts.retry}
    </Button>
  </p>
);
