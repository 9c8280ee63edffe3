import { clsx } from 'clsx';
import { CircleOff, Info, RotateCcw } from 'lucide-react';
import { generatePath, Link, useNavigate } from 'react-router';
import { ImpersonateButton } from '@/features/session/impersonation/impersonate-button.tsx';
import { formatNumber } from '@/lib/format.ts';
import { commonTexts } from '@/lib/texts.ts';
import { paths } from '@/paths.ts';
import { Avatar } from '@/ui/avatar.tsx';
import { Badge } from '@/ui/badge.tsx';
import { buttonClass } from '@/ui/button.tsx';
import { type Column, OWN_CELL, SECOND_LINE } from '@/ui/list/columns.ts';
import { CREATED_AT, NAME, NUMBER } from '@/ui/list/usual-columns.tsx';
import { IconMenu, MenuItem } from '@/ui/menu.tsx';
import { NameLink } from '@/ui/name-link.tsx';
import type { Customer, CustomerCounts } from './data.ts';
import { texts } from './texts.ts';

const detailsPath = ({ id }: Customer) => generatePath(paths.adminCustomer, { id });

/** `counts` are those of the customers, by id. They are loaded after the names. */
export const customerColumns = (
  counts: Map<string, CustomerCounts>,
  onChangeAccess: (customer: Customer) => void,
): Column<Customer>[] => [
  {
    title: texts.heads.name,
    width: 'minmax(0,1fr)',
    ...NAME,
    render: (customer) => <Name customer={customer} counts={counts.get(customer.id)} />,
  },
  { ...NUMBER, title: texts.heads.leads, width: '6rem', render: ({ id }) => <Count count={counts.get(id)?.leads} /> },
  { ...NUMBER, title: texts.heads.users, width: '6rem', render: ({ id }) => <Count count={counts.get(id)?.users} /> },
  {
    title: texts.heads.created,
    ...CREATED_AT,
    width: '9rem',
    headClass: 'pl-4',
    cellClass: 'truncate pl-4 text-muted tabular-nums',
  },
  {
    title: commonTexts.actions,
    isTitleHidden: true,
    width: '17rem',
    narrowWidth: 'auto',
    cellClass: 'flex items-center justify-end gap-1',
    render: (customer) => (
      <>
        <span className={OWN_CELL}>
          <Link
            to={detailsPath(customer)}
            aria-label={texts.viewDetailsOf(customer.name)}
            className={buttonClass('ghost', 'sm')}
          >
            {texts.viewDetails}
          </Link>
        </span>
        {customer.is_active && <ImpersonateButton customer={customer} inRow />}
        <CustomerMenu customer={customer} onChangeAccess={() => onChangeAccess(customer)} />
      </>
    ),
  },
];

function Name({ customer, counts }: { customer: Customer; counts: CustomerCounts | undefined }) {
  const { name, is_active } = customer;
  return (
    <>
      <Avatar name={name} className="size-7 rounded-md! max-md:size-9" />
      <div className="min-w-0 flex-1">
        <div className="flex min-w-0 items-center gap-2">
          <NameLink to={detailsPath(customer)} name={name} className="font-medium" />
          {!is_active && <Badge className="shrink-0">{commonTexts.deactivated}</Badge>}
        </div>
        <p className={clsx('truncate text-muted text-xs tabular-nums', SECOND_LINE)}>
          {counts ? texts.counts(counts.leads, counts.users) : '\u00a0' /* one text: another one after it would move */}
        </p>
      </div>
    </>
  );
}

const Count = ({ count }: { count: number | undefined }) => (
  <span className={count ? undefined : 'text-muted'}>
    {count === undefined ? <span aria-hidden>–</span> : formatNumber(count)}
  </span>
);

function CustomerMenu({ customer, onChangeAccess }: { customer: Customer; onChangeAccess: () => void }) {
  const { name, is_active } = customer;
  const navigate = useNavigate();
  return (
    <IconMenu label={commonTexts.actionsFor(name)}>
      <MenuItem icon={Info} onSelect={() => navigate(detailsPath(customer))}>
        {texts.viewDetails}
      </MenuItem>
      <MenuItem icon={is_active ? CircleOff : RotateCcw} onSelect={onChangeAccess}>
        {is_active ? commonTexts.deactivate : commonTexts.reactivate}
      </MenuItem>
    </IconMenu>
  );
}
