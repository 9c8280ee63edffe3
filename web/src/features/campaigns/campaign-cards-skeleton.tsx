import { Skeleton } from '@/ui/skeleton.tsx';

const PLACES = [0, 1, 2, 3, 4, 5];

/** The outline of the cards while they are on their way. */
export function CampaignCardsSkeleton() {
  return (
    <div role="status" aria-label="Loading campaigns" className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3">
      {PLACES.map((place) => (
        <div key={place} className="rounded-lg border border-border bg-raised p-4">
          <Skeleton className="h-5 w-3/5" />
          <Skeleton className="mt-6 h-5 w-16" />
        </div>
      ))}
    </div>
  );
}
