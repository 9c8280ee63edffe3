import type { User } from '@supabase/auth-js';
import { UserPlus } from 'lucide-react';
import { useRef, useState } from 'react';
import { useSession } from '@/features/session/session.tsx';
import { OfflineNote } from '@/features/shell/offline-note.tsx';
import { RouteAnnouncer } from '@/features/shell/route-announcer.tsx';
import { useEffectiveCustomers } from '@/lib/effective-customers.ts';
import { lazyPart } from '@/lib/lazy-part.tsx';
import { leaveForms } from '@/lib/leave-guard.ts';
import { commonTexts } from '@/lib/texts.ts';
import { paths } from '@/paths.ts';
import { Badge } from '@/ui/badge.tsx';
import { BrandMark } from '@/ui/brand-mark.tsx';
import { Button } from '@/ui/button.tsx';
import { LazyConfirmDialog } from '@/ui/lazy-confirm-dialog.ts';
import { Note } from '@/ui/note.tsx';
import type { GuestLink } from './guest-link-data.ts';
import { GuestSession } from './guest-session.tsx';
import { Intro } from './intro.tsx';
import { Sections } from './sections.tsx';
import { isUserSignedIn } from './session-data.ts';
import { texts } from './texts.ts';

const Shortcuts = lazyPart('Shortcuts', () => import('@/features/shell/shortcuts.tsx'));

const { review } = texts;

const ColleaguesDialog = lazyPart('ColleaguesDialog', () => import('./colleagues-dialog.tsx'));
const EmailsDialog = lazyPart('EmailsDialog', () => import('./emails-dialog.tsx'));

type GuestReviewProps = { user: User; link: GuestLink; path: string; isPreview?: boolean };

/** Everything that a review link includes, one list at a time, with the progress over all of it. */
export function GuestReview({ user, link, path, isPreview = false }: GuestReviewProps) {
  const { sender_name, audience, with_campaigns, message, expires_at, review_by } = link;
  const main = useRef<HTMLElement>(null);
  useEffectiveCustomers(link.customer_id);
  return (
    <GuestSession user={user} link={link} path={path} isPreview={isPreview}>
      <Header link={link} isPreview={isPreview} />
      <OfflineNote />
      <main
        ref={main}
        tabIndex={-1}
        className="min-h-[calc(100dvh-3.5rem)] px-4 py-5 outline-none md:px-6 xl:in-data-has-panel-space:pr-110"
      >
        {isPreview && <Note className="mb-4">{review.previewHint}</Note>}
        <Intro
          sender={sender_name}
          audience={audience}
          withCampaigns={with_campaigns}
          message={message}
          expiresAt={expires_at}
          reviewBy={review_by}
        >
          {!isPreview && <Emails link={link} />}
          {!isPreview && isUserSignedIn() && (
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
    </GuestSession>
  );
}

/** Whether the guest is reminded of a deadline, and a button to choose emails. */
function Emails({ link: { review_by, reminders } }: { link: GuestLink }) {
  const [isOpen, setOpen] = useState(false);
  const { remind, noReminders, choose } = review.emails;
  return (
    <>
      {review_by && ` ${reminders ? remind : noReminders}`}{' '}
      <button type="button" onClick={() => setOpen(true)} className="text-accent-text underline underline-offset-2">
        {choose}
      </button>
      .{isOpen && <EmailsDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function AddColleague({ sender }: { sender: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="ghost" icon={UserPlus} onClick={() => setOpen(true)}>
        <span className="max-sm:sr-only">{review.colleagues.open}</span>
      </Button>
      {isOpen && <ColleaguesDialog sender={sender} onClose={() => setOpen(false)} />}
    </>
  );
}

type HeaderProps = { link: GuestLink; isPreview: boolean };

function Header({ link: { customer_name, sender_name, email }, isPreview }: HeaderProps) {
  const { signOut } = useSession();
  const [isLeaving, setLeaving] = useState(false);
  return (
    <header className="sticky top-0 z-30 flex h-14 items-center gap-2 border-border border-b bg-raised px-4 md:px-6">
      <BrandMark className="size-7 shrink-0" />
      <p className="min-w-0 flex-1 truncate font-semibold" dir="auto">
        {review.title(customer_name)}
      </p>
      <Shortcuts isGuest />
      {isPreview ? (
        <Badge tone="warning">{review.preview}</Badge>
      ) : (
        <>
          <AddColleague sender={sender_name} />
          <Button variant="ghost" onClick={() => setLeaving(true)}>
            {review.notYou}
          </Button>
        </>
      )}
      {isLeaving && (
        <LazyConfirmDialog
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
