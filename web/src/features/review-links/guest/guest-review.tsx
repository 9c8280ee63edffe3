import type { User } from '@supabase/auth-js';
import { useQueries } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { CircleCheck } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link, Navigate, useParams } from 'react-router';
import { COMPANIES } from '@/features/companies/company-table.tsx';
import { LEADS } from '@/features/leads/lead-table.tsx';
import { listPath, makeScope, NO_FILTERS } from '@/features/lists/filters.ts';
import { countsQuery, type ReviewCounts } from '@/features/lists/list-data.ts';
import { countRows } from '@/features/lists/status.ts';
import { CustomerListPage } from '@/features/review/customer-list-page.tsx';
import { ReviewProgress } from '@/features/review/review-progress.tsx';
import { useSession } from '@/features/session/session.tsx';
import { OfflineNote } from '@/features/shell/offline-note.tsx';
import { RouteAnnouncer } from '@/features/shell/route-announcer.tsx';
import { Shortcuts } from '@/features/shell/shortcuts.tsx';
import { isUserStored } from '@/lib/backend.ts';
import { useEffectiveCustomers } from '@/lib/effective-customers.ts';
import { leaveForms } from '@/lib/leave-guard.ts';
import type { TableName } from '@/lib/list-keys.ts';
import { usePageTitle } from '@/lib/page-title.ts';
import { commonTexts } from '@/lib/texts.ts';
import { paths } from '@/paths.ts';
import { BrandMark } from '@/ui/brand-mark.tsx';
import { Button } from '@/ui/button.tsx';
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx';
import { Loading } from '@/ui/skeleton.tsx';
import { TooltipProvider } from '@/ui/tooltip.tsx';
import type { GuestLink } from './data.ts';
import { GuestSession } from './guest-session.tsx';
import { Intro } from './intro.tsx';
import { texts } from './texts.ts';

const { review } = texts;

type GuestReviewProps = { user: User; link: GuestLink; path: string };

/** Everything that a review link includes, one list at a time, with the progress over all of it. */
export function GuestReview({ user, link, path }: GuestReviewProps) {
  const { sender_name, audience, message, expires_at } = link;
  const main = useRef<HTMLElement>(null);
  useEffectiveCustomers(link.customer_id);
  return (
    <GuestSession user={user} link={link} path={path}>
      <TooltipProvider>
        <Header link={link} />
        <OfflineNote />
        <main
          ref={main}
          tabIndex={-1}
          className="min-h-[calc(100dvh-3.5rem)] px-4 py-5 outline-none md:px-6 xl:in-data-has-panel-space:pr-110"
        >
          <Intro sender={sender_name} audience={audience} message={message} expiresAt={expires_at}>
            {isUserStored() && (
              <>
                {' '}
                {texts.code.signedIn}{' '}
                <a href={paths.home} className="text-accent-text underline underline-offset-2">
                  {texts.code.app}
                </a>
              </>
            )}
          </Intro>
          <Sections />
        </main>
        <RouteAnnouncer page={main} />
      </TooltipProvider>
    </GuestSession>
  );
}

function Header({ link: { customer_name, email } }: { link: GuestLink }) {
  const { signOut } = useSession();
  const [isLeaving, setLeaving] = useState(false);
  return (
    <header className="sticky top-0 z-30 flex h-14 items-center gap-2 border-border border-b bg-raised px-4 md:px-6">
      <BrandMark className="size-7 shrink-0" />
      <p className="min-w-0 flex-1 truncate font-semibold" dir="auto">
        {review.title(customer_name)}
      </p>
      <Shortcuts isGuest />
      <Button variant="ghost" onClick={() => setLeaving(true)}>
        {review.notYou}
      </Button>
      {isLeaving && (
        <ConfirmDialog
          {...review.leaving(email)}
          confirmLabel={commonTexts.signOut}
          onOpenChange={setLeaving}
          onConfirm={() => {
            setLeaving(false);
            leaveForms(signOut);
          }}
        />
      )}
    </header>
  );
}

const TITLES = { leads: commonTexts.pages.leads, companies: commonTexts.pages.companies };

/** The lists of the link. The page opens with the first one that has something to review. */
function Sections() {
  const { section } = useParams();
  const { reviewLink, customerIds, customers } = useSession();
  const { path = '', subjects = [] } = reviewLink ?? {};
  const scope = makeScope(NO_FILTERS, customerIds);
  const counts = useQueries({ queries: subjects.map((subject) => countsQuery(subject, scope)) });
  const shown = subjects.find((subject) => subject === section);
  usePageTitle([shown && TITLES[shown], review.title(customers[0]?.name ?? '')].filter(Boolean).join(' · '));
  const known = counts.flatMap(({ data }) => data ?? []);
  const pathOf = (subject: TableName) => listPath(`${path}/${subject}`, { status: 'to_review' });
  if (!shown) {
    if (counts.some((query) => query.isLoading)) {
      return <Loading label={commonTexts.loading(texts.page)} className="mt-6" shape="h-64" />;
    }
    const first = subjects.find((_, at) => counts[at]?.data && countRows(counts[at].data, 'to_review') > 0);
    return <Navigate to={pathOf(first ?? subjects[0] ?? 'leads')} replace />;
  }
  return (
    <>
      <div className="@container mt-4">
        <ReviewProgress counts={known.length === subjects.length ? total(known) : undefined} />
      </div>
      {subjects.length > 1 && (
        <nav aria-label={review.sections} className="mt-4 flex gap-1 border-border border-b">
          {subjects.map((subject, at) => (
            <SectionLink
              key={subject}
              to={pathOf(subject)}
              title={TITLES[subject]}
              isShown={subject === shown}
              counts={counts[at]?.data}
            />
          ))}
        </nav>
      )}
      <div className="mt-5">
        {shown === 'leads' ? (
          <CustomerListPage key={shown} table={LEADS} />
        ) : (
          <CustomerListPage key={shown} table={COMPANIES} />
        )}
      </div>
    </>
  );
}

const total = (counts: readonly ReviewCounts[]): ReviewCounts => {
  const sum = (name: 'total' | 'approved' | 'reviewed') => counts.reduce((all, one) => all + one[name], 0);
  return {
    total: sum('total'),
    approved: sum('approved'),
    reviewed: sum('reviewed'),
    is_estimated: counts.some(({ is_estimated }) => is_estimated),
  };
};

type SectionLinkProps = { to: string; title: string; isShown: boolean; counts: ReviewCounts | undefined };

/** A list of the link, with the number of its rows that are left to review. */
function SectionLink({ to, title, isShown, counts }: SectionLinkProps) {
  const left = counts && countRows(counts, 'to_review');
  return (
    <Link
      to={to}
      aria-current={isShown ? 'page' : undefined}
      className={clsx(
        '-mb-px flex h-10 items-center gap-2 border-b-2 px-3 font-medium text-sm pointer-coarse:h-11',
        isShown ? 'border-accent text-text' : 'border-transparent text-muted hover:text-text',
      )}
    >
      {title}
      {left === 0 ? (
        <>
          <CircleCheck aria-hidden className="size-4 text-success" />
          <span className="sr-only">{review.reviewed}</span>
        </>
      ) : (
        left !== undefined && <span className="font-normal text-muted tabular-nums">{review.toReview(left)}</span>
      )}
    </Link>
  );
}
