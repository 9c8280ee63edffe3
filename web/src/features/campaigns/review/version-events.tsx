import type { ReactNode } from 'react';
import { useSession } from '@/features/session/session.tsx';
import { useUserNames } from '@/features/session/user-names-data.ts';
import { RelativeTime } from '@/ui/relative-time.tsx';
import { useCampaign } from '../campaign-context.ts';
import type { Version } from './data.ts';
import { texts } from './texts.ts';

const { events } = texts;

/** Who stored, launched, put up for review and decided a version, and when. */
export function VersionEvents({ version }: { version: Version }) {
  const { campaign } = useCampaign();
  const { created_by, created_at, launched_by, launched_at, requested_by, requested_at, decided_by, decided_at } =
    version;
  const userName = useNames(campaign.customer_id, [created_by, launched_by, requested_by, decided_by]);
  const at = (time: string) => <RelativeTime at={time} />;
  return (
    <ul className="space-y-0.5 text-muted text-sm">
      {decided_at && <li className="text-text">{describeDecision(version, userName(decided_by), at(decided_at))}</li>}
      {requested_at && <li>{events.requested(userName(requested_by), at(requested_at))}</li>}
      {launched_at && <li>{events.launched(userName(launched_by), at(launched_at))}</li>}
      {created_at !== requested_at && created_at !== launched_at && (
        <li>{events.stored(userName(created_by), at(created_at))}</li>
      )}
    </ul>
  );

  function describeDecision({ status, on_behalf, note }: Version, who: ReactNode, when: ReactNode): ReactNode {
    const isApproved = status === 'approved';
    if (on_behalf) {
      const sentence = isApproved ? events.approvedOnBehalf : events.changesRequestedOnBehalf;
      return sentence(<bdi>{campaign.customers?.name}</bdi>, who, <Quote>{note}</Quote>, when);
    }
    return (
      <>
        {(isApproved ? events.approved : events.changes_requested)(who, when)}
        {note && (
          <>
            : <Quote>{note}</Quote>
          </>
        )}
      </>
    );
  }
}

const Quote = ({ children }: { children: ReactNode }) => (
  <span dir="auto" className="whitespace-pre-wrap break-words">
    {children}
  </span>
);

/** The names of those who did something in a review, for the middle of a sentence; empty while they load. */
export function useNames(customerId: string, users: readonly (string | null)[]): (id: string | null) => ReactNode {
  const { user, isImpersonating } = useSession();
  const names = useUserNames(customerId, users);
  return (id) => {
    if (id === null) return texts.events.program;
    if (id === user?.id && !isImpersonating) return texts.events.you;
    return names && <bdi>{names.get(id)?.name ?? texts.events.former}</bdi>;
  };
}
