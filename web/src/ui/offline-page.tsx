import { WifiOff } from 'lucide-react';
import { EmptyState } from './empty-state.tsx';

/** In place of a page that cannot be loaded offline. */
export function OfflinePage() {
  return (
    <div role="status">
      <EmptyState icon={WifiOff} title="You’re offline" description="This page opens when you’re back online." />
    </div>
  );
}
