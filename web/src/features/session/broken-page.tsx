import { useRouteError } from 'react-router';
import { failureReason } from '@/lib/failure.ts';
import { ErrorState } from '@/ui/error-state.tsx';
import { texts } from './texts.ts';

/** In place of a page that failed, for example because its code is gone after an update. */
export const BrokenPage = () => (
  <ErrorState {...texts.brokenPage} details={failureReason(useRouteError())} onRetry={() => location.reload()} />
);
