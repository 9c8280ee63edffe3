import { Loading, Skeleton } from '@/ui/skeleton.tsx';
import { texts } from './texts.ts';

export const VersionLoading = () => (
  <Loading label={texts.loading} className="space-y-3" count={3}>
    <Skeleton className="h-24 w-full" />
  </Loading>
);
