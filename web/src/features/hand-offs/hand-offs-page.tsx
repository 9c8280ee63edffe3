import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Plus, Send } from 'lucide-react';
import { useCallback, useState } from 'react';
import { Link, type NavigateOptions, useSearchParams } from 'react-router';
import { groupBy } from '#domain/group-by.ts';
import { CustomerFilter } from '@/features/customers/customer-select.tsx';
import { recordPath } from '@/features/lists/use-open-record.ts';
import { formatNumber } from '@/lib/format.ts';
import { loadedRows } from '@/lib/keyset.ts';
import { useOngoing } from '@/lib/leave-guard.ts';
import { commonTexts } from '@/lib/texts.ts';
import { currentParameters, withParameters } from '@/lib/url-parameters.ts';
import { uuidIn } from '@/lib/uuid.ts';
import { paths } from '@/paths.ts';
import { Badge } from '@/ui/badge.tsx';
import { Button, buttonClass } from '@/ui/button.tsx';
import { LoadError } from '@/ui/error-state.tsx';
import { useFocusHandover } from '@/ui/focus-handover.ts';
import { type Column, SECOND_LINE } from '@/ui/list/columns.ts';
import { QueryTable } from '@/ui/list/query-table.tsx';
import { CREATED_AT, NUMBER } from '@/ui/list/usual-columns.tsx';
import { PageHeader } from '@/ui/page-header.tsx';
import { RelativeTime } from '@/ui/relative-time.tsx';
import { Section } from '@/ui/section.tsx';
import { ChooseCampaign } from './choose-campaign.tsx';
import { flaggedLeads, type HandOff, handOffList, type ListedHandOff } from './data.ts';
import { HandOffView, StateBadge } from './hand-off-view.tsx';
import { NO_CHOICES, setupChoices } from './setup-choices.ts';
import { SetupView } from './setup-view.tsx';
import { texts } from './texts.ts';

/** The hand-offs, one of them, or the choices for a new one of a campaign, as the URL says. */
export function HandOffsPage() {
  const [url, setUrl] = useSearchParams();
  const [id, campaignId] = [url.get('hand-off'), uuidIn(url.get('new'))];
  useOngoing(Boolean(id ?? campaignId));
  const go = useCallback(
    (parameters: Record<string, string | null>, options?: NavigateOptions) =>
      setUrl(withParameters(setupChoices.write(currentParameters(), NO_CHOICES), parameters), options),
    [setUrl],
  );
  const back = () => go({ 'hand-off': null, new: null });
  // Back does not lead to the choices again, where one more press would start a second hand-off.
  const started = ({ id: newId }: HandOff) => go({ 'hand-off': newId, new: null }, { replace: true });
  return (
    <div className="mx-auto max-w-300">
      {id ? (
        <HandOffView key={id} id={id} onBack={back} />
      ) : campaignId ? (
        <SetupView key={campaignId} campaignId={campaignId} onStarted={started} onBack={back} />
      ) : (
        <HandOffList
          customerId={uuidIn(url.get('customer'))}
          campaignId={uuidIn(url.get('campaign'))}
          onChange={(customer) => go({ customer, campaign: null })}
        />
      )}
    </div>
  );
}

type HandOffListProps = {
  customerId: string | null;
  campaignId: string | null;
  onChange: (customerId: string | null) => void;
};

function HandOffList({ customerId, campaignId, onChange }: HandOffListProps) {
  useFocusHandover();
  const list = useInfiniteQuery(handOffList({ customerId, campaignId }));
  const isFiltered = customerId !== null || campaignId !== null;
  const [isStarting, setStarting] = useState(false);
  const start = campaignId ? (
    <Link to={`${paths.adminHandOffs}?new=${campaignId}`} className={buttonClass('primary')}>
      <Plus aria-hidden className="size-4" />
      {texts.start}
    </Link>
  ) : (
    <Button variant="primary" icon={Plus} onClick={() => setStarting(true)}>
      {texts.start}
    </Button>
  );
  return (
    <>
      <PageHeader title={commonTexts.pages.handOffs} actions={start} />
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <CustomerFilter value={customerId} onChange={onChange} />
        {campaignId && <Button onClick={() => onChange(customerId)}>{texts.everyCampaign}</Button>}
      </div>
      {customerId && <FlaggedLeads customerId={customerId} />}
      <QueryTable
        label={commonTexts.pages.handOffs}
        noun={texts.rows}
        list={list}
        rows={loadedRows(list.data)}
        total={undefined}
        columns={columns}
        noMatch={isFiltered ? { filters: texts.thisCustomer, onClear: () => onChange(null) } : null}
        empty={{
          icon: Send,
          title: texts.empty,
          description: texts.emptyHint,
        }}
      />
      {isStarting && <ChooseCampaign customerId={customerId} onClose={() => setStarting(false)} />}
    </>
  );
}

/** The leads to stop in the tool; nothing if there are none. */
function FlaggedLeads({ customerId }: { customerId: string }) {
  const { data, error, refetch } = useQuery(flaggedLeads(customerId));
  if (error && !data) return <LoadError what={texts.flagged.what} error={error} onRetry={refetch} />;
  if (!data || data.length === 0) return null;
  const leads = groupBy(data, ({ lead_id }) => lead_id);
  return (
    <Section look="part" title={`${texts.flagged.title} (${formatNumber(leads.size)})`} className="mb-6">
      <p className="mb-2 text-muted text-sm">{texts.flagged.hint}</p>
      <ul className="max-h-80 divide-y divide-border overflow-y-auto rounded-lg border border-border bg-raised">
        {[...leads].map(([id, marks]) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 text-sm">
            <Link
              to={recordPath(paths.adminLeads, 'leads', id)}
              dir="auto"
              className="font-medium wrap-anywhere underline-offset-2 hover:underline"
            >
              {marks[0]?.name || texts.result.erased}
            </Link>
            {[...new Set(marks.map(({ flag }) => flag))].map(
              (flag) =>
                flag && (
                  <Badge key={flag} tone="danger">
                    {texts.flagged.flags[flag]}
                  </Badge>
                ),
            )}
            <span className="text-muted wrap-anywhere">
              {texts.flagged.where(marks.map(({ hand_offs }) => [hand_offs.tool, hand_offs.campaign_name]))}
            </span>
            <span className="ml-auto text-muted text-xs">
              {marks[0]?.flagged_at && <RelativeTime at={marks[0].flagged_at} />}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

const { heads } = texts;

const columns: Column<ListedHandOff>[] = [
  {
    title: heads.campaign,
    width: 'minmax(0,5fr)',
    cellClass: 'min-w-0',
    render: (handOff) => <Name handOff={handOff} />,
    skeleton: 'h-3.5 w-40',
  },
  { title: heads.customer, width: 'minmax(0,3fr)', shownFrom: 'wide', text: ({ customers }) => customers.name },
  { title: heads.tool, width: 'minmax(0,2fr)', shownFrom: 'wide', text: ({ tool }) => tool },
  { title: heads.leads, ...NUMBER, width: '5rem', render: ({ lead_count }) => formatNumber(lead_count) },
  { title: heads.when, ...CREATED_AT },
  {
    title: heads.state,
    width: '7rem',
    narrowWidth: 'auto',
    cellClass: 'flex justify-end',
    headClass: 'text-right',
    render: ({ state }) => <StateBadge state={state} />,
  },
];

/** A link that covers the whole row. */
function Name({ handOff: { id, campaign_name, customers, tool, lead_count } }: { handOff: ListedHandOff }) {
  const [url] = useSearchParams();
  return (
    <>
      <Link
        to={{ search: withParameters(url, { 'hand-off': id }).toString() }}
        dir="auto"
        title={campaign_name}
        className="block truncate font-medium after:absolute after:inset-0"
      >
        {campaign_name}
      </Link>
      <p className={`truncate text-muted text-xs ${SECOND_LINE}`}>
        {tool} · {texts.leads(lead_count)} · {customers.name}
      </p>
    </>
  );
}
