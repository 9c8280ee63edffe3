import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { generatePath } from 'react-router';
import { listMembers } from '@/features/members/members.ts';
import { formatNumber } from '@/lib/format.ts';
import { commonTexts } from '@/lib/texts.ts';
import { paths } from '@/paths.ts';
import { Badge } from '@/ui/badge.tsx';
import { Card } from '@/ui/card.tsx';
import { NameLink } from '@/ui/name-link.tsx';
import { RelativeTime } from '@/ui/relative-time.tsx';
import { ShowAllButton } from '@/ui/show-all-button.tsx';
import { Loading } from '@/ui/skeleton.tsx';
import { openInvitations } from './data.ts';
import { texts } from './texts.ts';

/** Invitations shown until 'Show all' is pressed. */
const FIRST = 3;

/** The invitations that are not accepted yet, above the users. Each links to its customer, where it can be sent again or revoked. */
export function PendingInvitations({ term }: { term: string }) {
  const { data: invitations = [], isPending } = useQuery(openInvitations(term));
  const [areAllShown, setAllShown] = useState(false);
  if (isPending) return <Loading label={commonTexts.loading(texts.invitations)} />;
  if (invitations.length === 0) return null;
  const customers = new Map(invitations.map(({ id, customers: customer }) => [id, customer]));
  const members = listMembers({ invitations, memberships: [] }, Date.now());
  return (
    <Card className="mb-4">
      <h2 className="px-4 pt-3 pb-1 font-medium text-sm">
        {texts.pendingInvitations}{' '}
        <span className="font-normal text-muted tabular-nums">{formatNumber(invitations.length)}</span>
      </h2>
      <ul aria-label={texts.pendingInvitations} className="divide-y divide-border">
        {members.slice(0, areAllShown ? undefined : FIRST).map(({ id, email, statuses, date }) => {
          const customer = customers.get(id);
          return (
            <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 text-sm">
              <span className="min-w-0 truncate font-medium" title={email}>
                {email}
              </span>
              {customer && (
                <NameLink
                  to={generatePath(paths.adminCustomer, { id: customer.id })}
                  name={customer.name}
                  className="min-w-0 text-muted underline-offset-2"
                />
              )}
              <span className="ml-auto flex items-center gap-2">
                {statuses.map(({ label, tone }) => (
                  <Badge key={label} tone={tone}>
                    {label}
                  </Badge>
                ))}
                <span className="text-muted text-xs tabular-nums">
                  {date.label} <RelativeTime at={date.at} />
                </span>
              </span>
            </li>
          );
        })}
      </ul>
      <ShowAllButton
        count={invitations.length}
        first={FIRST}
        isOn={areAllShown}
        onChange={setAllShown}
        className="px-4 py-2"
      />
    </Card>
  );
}
