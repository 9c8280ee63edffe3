import { useQuery } from '@tanstack/react-query';
import { ClipboardCheck } from 'lucide-react';
import { Link } from 'react-router';
import { waitingReviews } from '@/features/campaigns/review/data.ts';
import { useSession } from '@/features/session/session.tsx';
import { paths } from '@/paths.ts';
import { buttonClass } from '@/ui/button.tsx';
import { Card } from '@/ui/card.tsx';
import { RelativeTime } from '@/ui/relative-time.tsx';
import { Section } from './section.tsx';
import { texts } from './texts.ts';

/** The campaigns that wait for the review of these customers; nothing if there are none. */
export function WaitingCopy({ customers }: { customers: readonly string[] }) {
  const { data: waiting = [] } = useQuery(waitingReviews(customers));
  const { customers: own } = useSession();
  if (waiting.length === 0) return null;
  return (
    <Section title={texts.waitingCopy.title}>
      <Card>
        <ul className="divide-y divide-border">
          {waiting.map(({ campaign_id, customer_id, name, number, requested_at }) => (
            <li key={campaign_id} className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
              <ClipboardCheck aria-hidden className="size-4 shrink-0 text-accent-text" />
              <div className="min-w-40 flex-1 text-sm">
                <p dir="auto" className="wrap-anywhere line-clamp-2 text-start font-medium">
                  {name}
                </p>
                <p className="text-muted text-xs">
                  {customers.length > 1 && (
                    <>
                      <bdi>{own.find(({ id }) => id === customer_id)?.name}</bdi> ·{' '}
                    </>
                  )}
                  <span>{texts.waitingCopy.requested(number, <RelativeTime at={requested_at} />)}</span>
                </p>
              </div>
              <Link
                to={`${paths.copy}?${new URLSearchParams({ campaign: campaign_id, version: String(number) })}`}
                aria-label={texts.waitingCopy.reviewOf(name)}
                className={buttonClass('secondary', 'sm')}
              >
                {texts.waitingCopy.review}
              </Link>
            </li>
          ))}
        </ul>
      </Card>
    </Section>
  );
}
