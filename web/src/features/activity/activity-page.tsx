import { useInfiniteQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { ChevronRight, History } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { CustomerFilter } from '@/features/customers/customer-select.tsx';
import { formatNumber } from '@/lib/format.ts';
import { loadedRows } from '@/lib/keyset.ts';
import { commonTexts } from '@/lib/texts.ts';
import { useUrlParameter } from '@/lib/url-parameters.ts';
import { uuidIn } from '@/lib/uuid.ts';
import { Avatar } from '@/ui/avatar.tsx';
import { IconButton } from '@/ui/icon-button.tsx';
import { type Column, SECOND_LINE } from '@/ui/list/columns.ts';
import { QueryTable, type QueryTableProps } from '@/ui/list/query-table.tsx';
import { NAME } from '@/ui/list/usual-columns.tsx';
import { PageHeader } from '@/ui/page-header.tsx';
import { RelativeTime } from '@/ui/relative-time.tsx';
import { actorName, ImpersonatedBadge } from './actor.tsx';
import { activityFeed } from './data.ts';
import { describeActivity } from './describe-activity.ts';
import { type ActivityGroup, groupActivity } from './group-activity.ts';
import { texts } from './texts.ts';

const { page } = texts;

/** The activity of all customers, or of one. The URL holds the customer. */
export function ActivityPage() {
  const [parameter, choose] = useUrlParameter('customer');
  const customerId = uuidIn(parameter);
  return (
    <>
      <PageHeader title={commonTexts.pages.activity} description={page.description} />
      <div className="mb-3 flex flex-wrap gap-2">
        <CustomerFilter value={customerId} onChange={choose} />
      </div>
      <ActivityList
        customerId={customerId}
        noMatch={customerId ? { ...page.noMatch, onClear: () => choose(null) } : null}
      />
    </>
  );
}

type ActivityListProps = { customerId: string | null } & Pick<QueryTableProps<ListRow>, 'noMatch'>;

export function ActivityList({ customerId, noMatch }: ActivityListProps) {
  const list = useInfiniteQuery(activityFeed(customerId));
  const [open, setOpen] = useState<readonly string[]>([]);
  const groups = useMemo(() => groupActivity(loadedRows(list.data)), [list.data]);
  const rows = useMemo(() => groups.flatMap((group) => withEntries(group, open)), [groups, open]);
  const toggle = useCallback(
    (id: string) => setOpen((ids) => (ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id])),
    [],
  );
  const columns = useMemo(() => activityColumns(toggle), [toggle]);
  return (
    <QueryTable
      label={commonTexts.pages.activity}
      noun={texts.page.list}
      list={list}
      rows={rows}
      total={undefined}
      columns={columns}
      rowClass="list-slim:h-16"
      noMatch={noMatch}
      empty={{ icon: History, title: page.empty, description: page.emptyHint }}
    />
  );
}

/** `isOpen` is null for a single entry. `isPart` is set for an entry of an open group. */
type ListRow = ActivityGroup & { isOpen: boolean | null; isPart?: boolean };

function withEntries(group: ActivityGroup, open: readonly string[]): ListRow[] {
  const isOpen = group.entries.length === 0 ? null : open.includes(group.id);
  const entries = isOpen ? group.entries : [];
  return [
    { ...group, isOpen },
    ...entries.map((entry) => ({ ...entry, entries: [], isContinued: true, isOpen: null, isPart: true })),
  ];
}

const { heads } = texts.page;

const activityColumns = (onToggle: (id: string) => void): Column<ListRow>[] => [
  {
    title: heads.who,
    width: 'minmax(0,3fr)',
    ...NAME,
    render: (row) => <Actor row={row} onToggle={onToggle} />,
  },
  {
    title: heads.what,
    width: 'minmax(0,5fr)',
    shownFrom: 'wide',
    cellClass: 'truncate text-left',
    render: (row) => (
      <span className={clsx(row.isPart && 'pl-4 text-muted')} title={describeActivity(row)} dir="auto">
        {describeActivity(row)}
      </span>
    ),
    skeleton: 'h-3.5 w-3/4',
  },
  {
    title: heads.customer,
    width: 'minmax(0,2fr)',
    shownFrom: 'wide',
    cellClass: 'text-muted',
    text: ({ customer_name }) => customer_name,
  },
  {
    title: heads.when,
    width: '7.5rem',
    narrowWidth: 'auto',
    headClass: 'text-right',
    cellClass: 'self-center text-right text-muted text-xs tabular-nums',
    render: ({ created_at }) => <RelativeTime at={created_at} />,
    skeleton: 'ml-auto h-3.5 w-16',
  },
];

function Actor({ row, onToggle }: { row: ListRow; onToggle: (id: string) => void }) {
  const who = actorName(row);
  const { id, customer_name, is_impersonated, actor_email, entries, isContinued, isOpen } = row;
  return (
    <>
      {isContinued ? (
        <span aria-hidden className="w-7 shrink-0 max-md:w-9" />
      ) : (
        <Avatar name={who} className="size-7 max-md:size-9" />
      )}
      <div className="min-w-0 flex-1">
        <div className="flex items-center gap-1.5">
          <span className={clsx('truncate', isContinued ? 'text-muted' : 'font-medium')} title={actor_email ?? who}>
            {who}
          </span>
          {is_impersonated && <ImpersonatedBadge className="shrink-0" />}
        </div>
        <p className={clsx('line-clamp-2 text-muted text-xs wrap-anywhere', SECOND_LINE)}>
          {[describeActivity(row), customer_name].filter(Boolean).join(' · ')}
        </p>
      </div>
      {isOpen !== null && (
        <IconButton
          label={texts.page.showEntries(formatNumber(entries.length))}
          icon={ChevronRight}
          aria-expanded={isOpen}
          className={clsx('shrink-0 transition-transform', isOpen && 'rotate-90')}
          onClick={() => onToggle(id)}
        />
      )}
    </>
  );
}
