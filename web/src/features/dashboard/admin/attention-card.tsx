import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Contact, FileWarning, Hourglass, type LucideIcon, MailWarning } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatNumber } from '@/lib/format.ts';
import { Button } from '@/ui/button.tsx';
import { Card } from '@/ui/card.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { LoadError } from '@/ui/load-error.tsx';
import { RelativeTime } from '@/ui/relative-time.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { Section } from '../section.tsx';
import { attention } from './attention-data.ts';
import { type AttentionItem, DATE_LABELS, describeItem, pathOf, type Reason, sortItems } from './attention-items.ts';

/** What waits for an administrator: a link for each customer and reason. */
export function AttentionCard() {
  const { data: items, error, isError, refetch } = useQuery(attention);
  return (
    <Section title="Needs attention">
      <Card>
        {items ? (
          <Items items={items} />
        ) : isError ? (
          <LoadError what="The list" error={error} onRetry={refetch} />
        ) : (
          <ItemsSkeleton />
        )}
      </Card>
    </Section>
  );
}

/** Items shown per reason until 'Show all' is pressed. */
const FIRST_ITEMS = 4;

function Items({ items }: { items: readonly AttentionItem[] }) {
  const [areAllShown, setAllShown] = useState(false);
  if (items.length === 0) {
    return (
      <EmptyState
        icon={CircleCheck}
        title="Nothing needs attention"
        description="Leads waiting for more than a week, invitations with problems and imports with errors appear here."
      />
    );
  }
  const first = sortItems(items, FIRST_ITEMS);
  const shown = areAllShown ? sortItems(items) : first;
  return (
    <>
      <ul className="divide-y divide-border">
        {shown.map((item) => (
          <ItemLink key={`${item.reason} ${item.customer_id}`} item={item} />
        ))}
      </ul>
      {first.length < items.length && (
        <div className="border-border border-t px-5 py-2.5">
          <Button variant="ghost" size="sm" className="-ml-2.5" onClick={() => setAllShown(!areAllShown)}>
            {areAllShown ? 'Show fewer' : `Show all ${formatNumber(items.length)}`}
          </Button>
        </div>
      )}
    </>
  );
}

const ICONS: Record<Reason, LucideIcon> = {
  'leads waiting': Contact,
  'invitations not mailed': MailWarning,
  'invitations expiring': Hourglass,
  'imports with errors': FileWarning,
};

function ItemLink({ item }: { item: AttentionItem }) {
  const { reason, customer_name, since } = item;
  const Icon = ICONS[reason];
  return (
    <li>
      <Link
        to={pathOf(item)}
        className="flex min-h-11 items-center gap-3 px-5 py-2.5 text-sm hover:bg-subtle focus-visible:-outline-offset-2"
      >
        <Icon aria-hidden className="size-4 shrink-0 text-warning" />
        <span className="min-w-0 flex-1 lg:flex lg:items-baseline lg:gap-2">
          <span className="block truncate font-medium lg:max-w-[40%] lg:shrink-0" title={customer_name} dir="auto">
            {customer_name}
          </span>{' '}
          <span className="block text-muted lg:truncate">{describeItem(item)}</span>
        </span>
        <span className="shrink-0 text-muted text-xs tabular-nums max-md:hidden">
          {DATE_LABELS[reason]} <RelativeTime at={since} />
        </span>
      </Link>
    </li>
  );
}

function ItemsSkeleton() {
  return (
    <div role="status" aria-label="Loading what needs attention" className="divide-y divide-border">
      {['one', 'two', 'three'].map((place) => (
        <div key={place} className="px-5 py-3.5">
          <Skeleton className="h-4 w-2/3" />
        </div>
      ))}
    </div>
  );
}
