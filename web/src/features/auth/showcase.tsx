import { clsx } from 'clsx';
import { Check, X } from 'lucide-react';
import { Avatar } from '@/ui/avatar.tsx';
import { Badge } from '@/ui/badge.tsx';

const PEOPLE = [
  { name: 'Amara Okafor', work: 'VP Sales, Northwind Robotics', audience: 'Founders', approved: true },
  { name: 'Jonas Lindqvist', work: 'Head of Growth, Fjordly', audience: 'Nordics', approved: true },
  { name: 'Mei Tanaka', work: 'Student, Kobe University', audience: 'Uncategorized', approved: false },
  { name: 'Lucía Herrera', work: 'COO, Solana Foods', audience: 'Founders', approved: true },
] as const;

/** A drawn glimpse of the product beside the form; says in pictures what its heading says in words. */
export function Showcase() {
  return (
    <aside
      aria-label="About Leadlight"
      className="relative hidden flex-col justify-center overflow-hidden border-border border-l bg-surface px-12 py-16 [background-image:radial-gradient(48rem_36rem_at_85%_15%,var(--accent-soft),transparent)] lg:flex"
    >
      <div className="mx-auto w-full max-w-lg">
        <p className="text-balance font-semibold text-2xl">Outreach starts with the right people.</p>
        <p className="mt-2 max-w-md text-muted">
          Review the leads and companies found for you, approve the ones that fit, and turn them into campaigns.
        </p>
        <ul aria-hidden className="mt-10 space-y-3">
          {PEOPLE.map((person, at) => (
            <Person key={person.name} person={person} indented={at % 2 === 1} />
          ))}
        </ul>
      </div>
    </aside>
  );
}

function Person({ person, indented }: { person: (typeof PEOPLE)[number]; indented: boolean }) {
  const { name, work, audience, approved } = person;
  return (
    <li
      className={clsx(
        'flex items-center gap-3 rounded-lg border border-border bg-raised px-4 py-3 shadow-float',
        indented ? 'ml-8' : 'mr-8',
      )}
    >
      <Avatar name={name} className="size-9" />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium text-sm">{name}</p>
        <p className="truncate text-muted text-xs">{work}</p>
      </div>
      <Badge className="max-xl:hidden">{audience}</Badge>
      <Badge tone={approved ? 'success' : 'danger'} icon={approved ? Check : X}>
        {approved ? 'Approved' : 'Rejected'}
      </Badge>
    </li>
  );
}
