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
import { DATED, inOrder, inWords, type Matter, placeOf, type Reason } from './attention-items.ts';

/** What waits for an administrator, a line for each customer and reason, each leading to where it is seen to. */
export function AttentionCard() {
  const { data: matters, error, isError, refetch } = useQuery(attention);
  return (
    <Section title="Needs attention">
      <Card>
        {matters ? (
          <Matters matters={matters} />
        ) : isError ? (
          <LoadError what="What needs attention" error={error} onRetry={refetch} />
        ) : (
          <Shapes />
        )}
      </Card>
    </Section>
  );
}

/** So many lines of a reason are shown until all are asked for. */
const AT_FIRST = 4;

function Matters({ matters }: { matters: readonly Matter[] }) {
  const [areAllShown, setAllShown] = useState(false);
  if (matters.length === 0) {
    return (
      <EmptyState
        icon={CircleCheck}
        title="Nothing needs attention"
        description="Leads that wait for more than a week, invitations in trouble and imports with errors appear here."
      />
    );
  }
  const first = inOrder(matters, AT_FIRST);
  const shown = areAllShown ? inOrder(matters) : first;
  return (
    <>
      <ul className="divide-y divide-border">
        {shown.map((matter) => (
          <MatterLine key={`${matter.reason} ${matter.customer_id}`} matter={matter} />
        ))}
      </ul>
      {first.length < matters.length && (
        <div className="border-border border-t px-5 py-2.5">
          <Button variant="ghost" size="sm" className="-ml-2.5" onClick={() => setAllShown(!areAllShown)}>
            {areAllShown ? 'Show fewer' : `Show all ${formatNumber(matters.length)}`}
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

function MatterLine({ matter }: { matter: Matter }) {
  const { reason, customer_name, since } = matter;
  const Icon = ICONS[reason];
  return (
    <li>
      <Link
        to={placeOf(matter)}
        className="flex min-h-11 items-center gap-3 px-5 py-2.5 text-sm hover:bg-subtle focus-visible:-outline-offset-2"
      >
        <Icon aria-hidden className="size-4 shrink-0 text-warning" />
        <span className="min-w-0 flex-1 lg:flex lg:items-baseline lg:gap-2">
          <span className="block truncate font-medium lg:max-w-[40%] lg:shrink-0" title={customer_name} dir="auto">
            {customer_name}
          </span>{' '}
          <span className="block text-muted lg:truncate">{inWords(matter)}</span>
        </span>
        <span className="shrink-0 text-muted text-xs tabular-nums max-md:hidden">
          {DATED[reason]} <RelativeTime at={since} />
        </span>
      </Link>
    </li>
  );
}

function Shapes() {
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
