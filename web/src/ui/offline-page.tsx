import { WifiOff } from 'lucide-react';
import { EmptyState } from './empty-state.tsx';
import { texts } from './texts.ts';

/** In place of a page that cannot be loaded offline. */
export function OfflinePage() {
  return (
    <div role="status">
      <EmptyState icon={WifiOff} {...texts.offline} />
    </div>
  );
}
