import { Skeleton } from '@/ui/skeleton.tsx';

/** The outline of a page while its code is on its way. */
export function PageFallback() {
  return (
    <div role="status" aria-label="Loading page">
      <Skeleton className="mb-6 h-7 w-40" />
      <Skeleton className="mb-3 h-8 w-full max-w-md" />
      <Skeleton className="h-64 w-full rounded-lg" />
    </div>
  );
}
