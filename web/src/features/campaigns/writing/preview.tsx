import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { StepType } from '#domain/campaign/steps.ts';
import { valuesOf } from '#domain/campaign/variables.ts';
import { formatNumber } from '@/lib/format.ts';
import { rowsOf } from '@/lib/keyset.ts';
import { IconButton } from '@/ui/icon-button.tsx';
import { useCampaign } from '../campaign-context.ts';
import { MessageText } from './message-text.tsx';
import { approvedLeads, leadGaps } from './writing-data.ts';

export type PreviewProps = { type: StepType; subject: string; message: string };

/** The message as an approved lead will see it, one lead after another. */
export function Preview({ type, subject, message }: PreviewProps) {
  const { lead, position, total, previous, next } = useLookedAt();
  const values = lead ? valuesOf(lead) : undefined;
  return (
    <section aria-label="Preview" className="flex min-w-0 flex-col">
      <div className="mb-1.5 flex min-h-8 items-center gap-1">
        <h4 className="min-w-0 flex-1 truncate font-medium text-sm" aria-live="polite">
          {lead ? (
            <>
              Preview for <bdi>{lead.name}</bdi>
            </>
          ) : (
            'Preview'
          )}
        </h4>
        {lead && (
          <>
            <span className="shrink-0 text-muted text-xs tabular-nums">
              {formatNumber(position)}
              {total !== undefined && ` of ${formatNumber(total)}`}
            </span>
            <IconButton label="Previous lead" icon={ChevronLeft} aria-disabled={!previous} onClick={previous} />
            <IconButton label="Next lead" icon={ChevronRight} aria-disabled={!next} onClick={next} />
          </>
        )}
      </div>
      <div
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long message scrolls, also by keyboard
        tabIndex={0}
        className="max-h-[50dvh] min-h-32 flex-1 overflow-y-auto rounded-md border border-border bg-surface p-3 text-sm"
      >
        {type === 'email' && (
          <p dir="auto" className="mb-2 break-words border-border border-b pb-2 font-medium">
            {subject ? (
              <MessageText message={subject} values={values} />
            ) : (
              <span className="text-muted">No subject</span>
            )}
          </p>
        )}
        <p dir="auto" className="whitespace-pre-wrap break-words">
          {message ? <MessageText message={message} values={values} /> : <NoText type={type} />}
        </p>
      </div>
      {lead === null && (
        <p className="mt-1.5 text-muted text-xs">
          No lead is approved yet. Once one is, the message is shown here as they will see it.
        </p>
      )}
    </section>
  );
}

function NoText({ type }: { type: StepType }) {
  const words = type === 'linkedin_connection' ? 'The request goes out without a note.' : 'No text yet.';
  return <span className="text-muted">{words}</span>;
}

const READ_AHEAD = 5;

/** Which of the approved leads is looked at: undefined until they are read, null where there are none. */
function useLookedAt() {
  const { campaign } = useCampaign();
  const list = useInfiniteQuery(approvedLeads(campaign.customer_id));
  const { data: gaps } = useQuery(leadGaps(campaign.customer_id));
  const [chosen, setChosen] = useState(0);
  const leads = rowsOf(list.data);
  const index = Math.min(chosen, Math.max(0, leads.length - 1));

  const goTo = (place: number) => {
    setChosen(place);
    if (place + READ_AHEAD >= leads.length && list.hasNextPage && !list.isFetchingNextPage) list.fetchNextPage();
  };
  return {
    lead: list.isPending ? undefined : (leads[index] ?? null),
    position: index + 1,
    total: gaps?.approved,
    previous: index > 0 ? () => goTo(index - 1) : undefined,
    next: index + 1 < leads.length ? () => goTo(index + 1) : undefined,
  };
}
