import { WifiOff } from 'lucide-react';
import { useRouteError } from 'react-router';
import { reasonOf } from '@/lib/failure.ts';
import { EmptyState } from './empty-state.tsx';
import { ErrorState } from './error-state.tsx';
import { texts } from './texts.ts';

/** In place of a page that failed, for example because its code is gone after an update. */
export const BrokenPage = () => (
  <ErrorState {...texts.brokenPage} details={reasonOf(useRouteError())} onRetry={() => location.reload()} />
);

/** In place of a page that cannot be loaded offline. */
export const OfflinePage = () => (
  <div role="status">
    <EmptyState icon={WifiOff} {...texts.offline} />
  </div>
);
