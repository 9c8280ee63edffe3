import { useQuery } from '@tanstack/react-query';
import {
  CircleCheck,
  Contact,
  Copy,
  FileWarning,
  Hourglass,
  type LucideIcon,
  MailWarning,
  MessageCircle,
  MessageSquareText,
  MessageSquareWarning,
  OctagonX,
  RefreshCw,
  UserPlus,
  X,
} from 'lucide-react';
import { memo, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useSave } from '@/lib/use-save.ts';
import { Card } from '@/ui/card.tsx';
import { Loaded } from '@/ui/error-state.tsx';
import { IconButton } from '@/ui/icon-button.tsx';
import { RelativeTime } from '@/ui/relative-time.tsx';
import { Section } from '@/ui/section.tsx';
import { ShowAllButton } from '@/ui/show-all-button.tsx';
import { Loading, Skeleton } from '@/ui/skeleton.tsx';
import { texts } from '../texts.ts';
import { type AttentionItem, type AttentionReason, attentionPath, describeItem, sortItems } from './attention-items.ts';
import { attention, type Dismissal, dismissAttention, refreshAttention } from './data.ts';

/** The tasks of an administrator: a link for each customer and reason. */
export const AttentionCard = memo(() => {
  const query = useQuery(attention);
  return (
    <Section title={texts.attention.title}>
      <Card>
        <Loaded
          query={query}
          what={texts.attention.what}
          skeleton={
            <Loading label={texts.attention.loading} className="divide-y divide-border" count={3}>
              <div className="px-5 py-3.5">
                <Skeleton className="h-4 w-2/3" />
              </div>
            </Loading>
          }
        >
          {(items) => <Items items={items} />}
        </Loaded>
      </Card>
    </Section>
  );
});

/** Items shown until 'Show all' is pressed. */
const FIRST_ITEMS = 3;

function Items({ items }: { items: readonly AttentionItem[] }) {
  const [areAllShown, setAllShown] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const dismissedAt = useRef<number>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the button that had the focus is removed with its item
  useEffect(() => {
    if (dismissedAt.current === undefined || document.activeElement !== document.body) return;
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    (buttons[dismissedAt.current] ?? buttons.at(-1) ?? document.querySelector('main'))?.focus({ preventScroll: true });
    dismissedAt.current = undefined;
  }, [items]);
  const { save } = useSave<Dismissal>({
    write: dismissAttention,
    refresh: refreshAttention,
    success: (_, { dismissed }) => (dismissed ? { title: texts.attention.dismissed } : null),
    undo: ({ item }) => save({ item, dismissed: false }),
    failure: texts.attention.failure,
  });
  if (items.length === 0) {
    return (
      <p className="flex items-center gap-3 px-5 py-3 text-muted text-sm">
        <CircleCheck aria-hidden className="size-4 shrink-0 text-success" />
        {texts.attention.none}
      </p>
    );
  }
  const dismiss = (item: AttentionItem, at: number) => {
    dismissedAt.current = at;
    save({ item, dismissed: true });
  };
  const shown = sortItems(items).slice(0, areAllShown ? undefined : FIRST_ITEMS);
  return (
    <>
      <ul ref={list} className="divide-y divide-border">
        {shown.map((item, index) => (
          <ItemLink key={`${item.reason} ${item.customer_id}`} item={item} onDismiss={() => dismiss(item, index)} />
        ))}
      </ul>
      <ShowAllButton count={items.length} first={FIRST_ITEMS} isOn={areAllShown} onChange={setAllShown} />
    </>
  );
}

const ICONS: Record<AttentionReason, LucideIcon> = {
  'handed off leads': OctagonX,
  'leads waiting': Contact,
  'leads changed': RefreshCw,
  'duplicate leads': Copy,
  'duplicate companies': Copy,
  'copy changes requested': MessageSquareWarning,
  'copy approved': MessageSquareText,
  'comments on campaigns': MessageCircle,
  'comments on leads': MessageCircle,
  'comments on companies': MessageCircle,
  'invitations not mailed': MailWarning,
  'invitations expiring': Hourglass,
  'imports with errors': FileWarning,
  'colleagues asked for': UserPlus,
};

function ItemLink({ item, onDismiss }: { item: AttentionItem; onDismiss: () => void }) {
  const { reason, customer_name, since } = item;
  const Icon = ICONS[reason];
  return (
    <li className="flex items-center gap-2 pr-3 hover:bg-subtle">
      <Link
        to={attentionPath(item)}
        className="flex min-h-11 min-w-0 flex-1 items-center gap-3 px-5 py-2.5 text-sm focus-visible:-outline-offset-2"
      >
        <Icon aria-hidden className="size-4 shrink-0 text-warning" />
        <span className="min-w-0 flex-1 lg:flex lg:items-baseline lg:gap-2">
          <span className="block truncate font-medium lg:max-w-[40%] lg:shrink-0" title={customer_name} dir="auto">
            {customer_name}
          </span>{' '}
          <span className="block text-muted lg:truncate">{describeItem(item)}</span>
        </span>
        <span className="shrink-0 text-muted text-xs tabular-nums max-md:hidden">
          {texts.attention.dates[reason]} <RelativeTime at={since} />
        </span>
      </Link>
      <IconButton
        label={texts.attention.dismiss(customer_name, describeItem(item))}
        icon={X}
        onClick={({ detail }) => detail < 2 && onDismiss()} // a double-click would also dismiss the item that moves into this place
      />
    </li>
  );
}
