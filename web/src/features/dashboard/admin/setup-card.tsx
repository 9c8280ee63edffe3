import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleDashed } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '@/paths.ts';
import { buttonClass } from '@/ui/button.tsx';
import { Card } from '@/ui/card.tsx';
import { Section } from '../section.tsx';
import { texts } from '../texts.ts';
import { isAnyCustomerInvited } from './data.ts';

const { setup } = texts;

/** The first steps of an installation, until there is a customer with leads who was invited. */
export function SetupCard({ customers, leads }: { customers: number | undefined; leads: number | undefined }) {
  const { data: isInvited } = useQuery(isAnyCustomerInvited);
  if (customers === undefined || isInvited === undefined || leads === undefined) return null;
  const steps = [
    { title: setup.customer, hint: setup.customerHint, to: `${paths.adminCustomers}?create=1`, isDone: customers > 0 },
    { title: setup.upload, hint: setup.uploadHint, to: `${paths.adminLeads}?upload=1`, isDone: leads > 0 },
    { title: setup.invite, hint: setup.inviteHint, to: `${paths.adminUsers}?invite=1`, isDone: isInvited },
  ];
  const next = steps.findIndex(({ isDone }) => !isDone);
  if (next < 0) return null;
  return (
    <Section title={setup.title}>
      <Card>
        <ol className="divide-y divide-border">
          {steps.map(({ title, hint, to, isDone }, index) => (
            <li key={title} className="flex items-center gap-3 px-5 py-3 text-sm">
              {isDone ? (
                <CircleCheck aria-label={setup.done} className="size-5 shrink-0 text-success" />
              ) : (
                <CircleDashed aria-hidden className="size-5 shrink-0 text-muted" />
              )}
              <div className="min-w-0 flex-1">
                <p className={isDone ? 'text-muted' : 'font-medium'}>{title}</p>
                {!isDone && <p className="text-muted">{hint}</p>}
              </div>
              {!isDone && (
                <Link to={to} className={buttonClass(index === next ? 'primary' : 'secondary')}>
                  {title}
                </Link>
              )}
            </li>
          ))}
        </ol>
      </Card>
    </Section>
  );
}
