import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { findVariableUses } from '#domain/campaign/message.ts';
import type { StepType } from '#domain/campaign/steps.ts';
import { loadedRows } from '@/lib/keyset.ts';
import { IconButton } from '@/ui/icon-button.tsx';
import { useCampaign } from '../campaign-context.ts';
import { texts } from '../texts.ts';
import { approvedLeads, extremeLead, leadGaps } from './approved-leads-data.ts';
import { MessageText, type MessageTextProps } from './message-text.tsx';

const { preview } = texts;

/** The message as approved leads will receive it, one lead at a time. */
export function MessagePreview({ type, subject, message }: { type: StepType; subject: string; message: string }) {
  const previewed = usePreviewedLead(type === 'email' ? `${subject}\n${message}` : message);
  const { lead } = previewed;
  return (
    <section aria-label={preview.title} className="flex min-w-0 flex-col">
      <LeadSwitch previewed={previewed} />
      <div
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        tabIndex={0}
        className="max-h-[50dvh] min-h-32 flex-1 overflow-y-auto rounded-md border border-border bg-surface p-3 text-sm"
      >
        <RenderedMessage type={type} subject={subject} message={message} values={lead?.variable_values} />
      </div>
      {lead === null && <p className="mt-1.5 text-muted text-xs">{preview.noLeads}</p>}
    </section>
  );
}

/** The lead for whom messages are shown, and buttons for the one before and the next. */
export function LeadSwitch({ previewed }: { previewed: PreviewedLead }) {
  const { lead, position, total, previous, next } = previewed;
  return (
    <div className="mb-1.5 flex min-h-8 items-center gap-1">
      <h4 className="min-w-0 flex-1 truncate font-medium text-sm" aria-live="polite">
        {lead ? preview.for(<bdi>{lead.name}</bdi>) : preview.title}
      </h4>
      {lead && (
        <>
          <span className="shrink-0 text-muted text-xs tabular-nums">{preview.position(position, total)}</span>
          <IconButton label={preview.previous} icon={ChevronLeft} aria-disabled={!previous} onClick={previous} />
          <IconButton label={preview.next} icon={ChevronRight} aria-disabled={!next} onClick={next} />
        </>
      )}
    </div>
  );
}

type RenderedMessageProps = Pick<MessageTextProps, 'message' | 'values'> & { type: StepType; subject: string };

/** Subject and message as a lead receives them. */
export function RenderedMessage({ type, subject, message, values }: RenderedMessageProps) {
  return (
    <>
      {type === 'email' && (
        <p dir="auto" className="mb-2 text-start break-words border-border border-b pb-2 font-medium">
          {subject ? (
            <MessageText message={subject} values={values} />
          ) : (
            <span className="text-muted">{preview.noSubject}</span>
          )}
        </p>
      )}
      <p dir="auto" className="text-start whitespace-pre-wrap break-words">
        {message ? (
          <MessageText message={message} values={values} />
        ) : (
          <span className="text-muted">{type === 'linkedin_connection' ? preview.noNote : preview.noText}</span>
        )}
      </p>
    </>
  );
}

type PreviewedLead = ReturnType<typeof usePreviewedLead>;

/** How many leads before the end of a page the next page is loaded. */
const PREFETCH = 5;

/** The approved leads, the one for whom the text is longest and then the emptiest first. `lead` is undefined while they load, and null if none is approved. */
export function usePreviewedLead(text: string) {
  const { campaign, variables } = useCampaign();
  const uses = findVariableUses(text, variables);
  const { data: longest, isLoading: isLongestLoading } = useQuery(extremeLead(campaign.customer_id, uses, 'longest'));
  const { data: emptiest, isLoading: isEmptiestLoading } = useQuery(
    extremeLead(campaign.customer_id, uses, 'emptiest'),
  );
  const list = useInfiniteQuery(approvedLeads(campaign.customer_id));
  const { data: gaps } = useQuery(leadGaps(campaign.customer_id));
  const [chosen, setChosen] = useState<string>();
  const first = uses.size > 0 ? [longest ?? [], emptiest ?? []].flat() : [];
  const leads = [...new Map([...first, ...loadedRows(list.data)].map((lead) => [lead.id, lead])).values()];
  const current = Math.max(
    0,
    leads.findIndex(({ id }) => id === chosen),
  );

  const goTo = (index: number) => {
    setChosen(leads[index]?.id);
    if (index + PREFETCH >= leads.length && list.hasNextPage && !list.isFetchingNextPage) list.fetchNextPage();
  };
  return {
    lead: list.isPending ? undefined : (leads[current] ?? null),
    /** Whether the first lead may still become another one. */
    isSettled: !list.isPending && !isLongestLoading && !isEmptiestLoading,
    position: current + 1,
    total: gaps?.approved,
    previous: current > 0 ? () => goTo(current - 1) : undefined,
    next: current + 1 < leads.length ? () => goTo(current + 1) : undefined,
  };
}
