import { useInfiniteQuery } from '@tanstack/react-query';
import { Mail, RotateCw } from 'lucide-react';
import type { EmailKind } from '#domain/outbox.ts';
import { loadedRows } from '@/lib/keyset.ts';
import { invalidate } from '@/lib/query-client.ts';
import { commonTexts } from '@/lib/texts.ts';
import { useUrlParameter } from '@/lib/url-parameters.ts';
import { useSave } from '@/lib/use-save.ts';
import { Badge, type Tone } from '@/ui/badge.tsx';
import { Button } from '@/ui/button.tsx';
import { type Column, SECOND_LINE } from '@/ui/list/columns.ts';
import { QueryTable } from '@/ui/list/query-table.tsx';
import { CREATED_AT } from '@/ui/list/usual-columns.tsx';
import { PageHeader } from '@/ui/page-header.tsx';
import { RelativeTime } from '@/ui/relative-time.tsx';
import { Select } from '@/ui/select.tsx';
import { type Delivery, type DeliveryState, deliveryList, outboxKey, STATES, sendAgain } from './data.ts';
import { texts } from './texts.ts';

const OPTIONS = (['all', ...STATES] as const).map((value) => ({ value, label: texts.states[value] }));

/** The emails that wait, were sent or failed. The URL holds the state that they are filtered by. */
export function OutboxPage() {
  const [parameter, change] = useUrlParameter('state');
  const state = STATES.find((known) => known === parameter) ?? null;
  const list = useInfiniteQuery(deliveryList(state));
  return (
    <div className="mx-auto max-w-300">
      <PageHeader title={commonTexts.pages.outbox} description={texts.description} />
      <div className="mb-3 w-40">
        <Select
          label={texts.filter}
          value={state ?? 'all'}
          options={OPTIONS}
          onChange={(value) => change(value === 'all' ? null : value)}
        />
      </div>
      <QueryTable
        label={commonTexts.pages.outbox}
        noun={texts.rows}
        list={list}
        rows={loadedRows(list.data)}
        total={undefined}
        columns={columns}
        noMatch={state && { filters: texts.status(texts.states[state]), onClear: () => change(null) }}
        empty={{ icon: Mail, title: texts.empty, description: texts.emptyHint }}
      />
    </div>
  );
}

const { heads } = texts;

const deliveryState = ({ state }: Delivery) => state as DeliveryState;

const columns: Column<Delivery>[] = [
  {
    title: heads.recipient,
    width: 'minmax(0,5fr)',
    cellClass: 'min-w-0',
    render: (delivery) => (
      <>
        <p className="truncate font-medium" title={delivery.email}>
          {delivery.email}
        </p>
        <p
          className={`text-muted text-xs max-md:wrap-anywhere md:truncate ${SECOND_LINE}`}
          title={delivery.last_error ?? undefined}
        >
          <Details delivery={delivery} />
        </p>
      </>
    ),
    skeleton: 'h-3.5 w-40',
  },
  { title: heads.kind, width: '5rem', shownFrom: 'wide', text: ({ kind }) => texts.kinds[kind as EmailKind] },
  { title: heads.created, ...CREATED_AT },
  {
    title: heads.reason,
    width: 'minmax(0,6fr)',
    shownFrom: 'wide',
    cellClass: 'truncate text-muted',
    render: (delivery) => (
      <span title={delivery.last_error ?? undefined}>
        <Details delivery={delivery} />
      </span>
    ),
  },
  {
    title: heads.state,
    width: '13rem',
    narrowWidth: 'auto',
    cellClass: 'flex flex-wrap items-center justify-end gap-x-3 gap-y-1',
    headClass: 'text-right',
    render: (delivery) => <State delivery={delivery} />,
  },
];

/** Why an email was not sent, when it is tried again, or when it was sent. */
function Details({ delivery }: { delivery: Delivery }) {
  const { last_error: reason, attempts, due_at, ended_at } = delivery;
  const state = deliveryState(delivery);
  if (state === 'dead') return [reason, texts.attempts(attempts)].filter(Boolean).join(' · ');
  if (state === 'waiting') {
    if (!reason) return texts.waiting;
    return (
      <>
        {texts.next} <RelativeTime at={due_at} /> · {reason}
      </>
    );
  }
  if (state === 'skipped') return texts.skipped;
  return ended_at && <RelativeTime at={ended_at} />;
}

const TONES: Record<DeliveryState, Tone> = { waiting: 'info', sent: 'success', skipped: 'neutral', dead: 'danger' };

function State({ delivery }: { delivery: Delivery }) {
  const state = deliveryState(delivery);
  const { save, isSaving } = useSave({
    write: () => sendAgain(delivery),
    refresh: (client) => invalidate(client, outboxKey),
    success: (isDue) => (isDue ? { title: texts.sentAgain } : { title: texts.notFailed, tone: 'neutral' }),
    failure: texts.sendAgainFailed,
  });
  return (
    <>
      {state === 'dead' && (
        <Button
          size="sm"
          icon={RotateCw}
          busy={isSaving}
          onClick={() => save()}
          aria-label={texts.sendAgainTo(delivery.email)}
        >
          {texts.sendAgain}
        </Button>
      )}
      <Badge tone={TONES[state]}>{texts.states[state]}</Badge>
    </>
  );
}
