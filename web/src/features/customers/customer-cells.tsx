import { clsx } from 'clsx';
import { CircleOff, Ellipsis, Info, RotateCcw } from 'lucide-react';
import { generatePath, Link, useNavigate } from 'react-router';
import { counted, formatNumber } from '@/lib/format.ts';
import { commonTexts } from '@/lib/texts.ts';
import { paths } from '@/paths.ts';
import { Avatar } from '@/ui/avatar.tsx';
import { Badge } from '@/ui/badge.tsx';
import { buttonClass } from '@/ui/button.tsx';
import { OWN_CELL, ROW, SECOND_LINE } from '@/ui/list/layout.ts';
import { Menu, MenuItem } from '@/ui/menu.tsx';
import { RelativeTime } from '@/ui/relative-time.tsx';
import type { Customer, CustomerCounts } from './data.ts';
import { ImpersonateButton } from './impersonate-button.tsx';
import { texts } from './texts.ts';

export const CUSTOMER_ROW = `${ROW} grid-cols-[minmax(0,1fr)_auto] md:@4xl:grid-cols-[minmax(0,1fr)_6rem_6rem_9rem_17rem]`;

export function CustomerHead() {
  return (
    <>
      <th>{texts.heads.name}</th>
      <th className={clsx(OWN_CELL, 'text-right')}>{texts.heads.leads}</th>
      <th className={clsx(OWN_CELL, 'text-right')}>{texts.heads.users}</th>
      <th className={clsx(OWN_CELL, 'pl-4')}>{texts.heads.created}</th>
      <th>
        <span className="sr-only">{commonTexts.actions}</span>
      </th>
    </>
  );
}

export type CustomerCellsProps = {
  customer: Customer;
  /** Undefined while they load. */
  counts: CustomerCounts | undefined;
  onChangeAccess: () => void;
};

export function CustomerCells({ customer, counts, onChangeAccess }: CustomerCellsProps) {
  const { id, name, is_active, created_at } = customer;
  const details = generatePath(paths.adminCustomer, { id });
  return (
    <>
      <td className="flex min-w-0 items-center gap-2.5">
        <Avatar name={name} className="size-7 rounded-md! max-md:size-9" />
        <div className="min-w-0 flex-1">
          <div className="flex min-w-0 items-center gap-2">
            <Link to={details} className="truncate rounded-sm font-medium hover:underline" title={name} dir="auto">
              {name}
            </Link>
            {!is_active && <Badge className="shrink-0">{texts.deactivated}</Badge>}
          </div>
          <p className={clsx('truncate text-muted text-xs tabular-nums', SECOND_LINE)}>
            {counts && `${counted(counts.leads, texts.lead)} · ${counted(counts.users, texts.user)}`}
            &nbsp;
          </p>
        </div>
      </td>
      <CountCell count={counts?.leads} />
      <CountCell count={counts?.users} />
      <td className={clsx('truncate pl-4 text-muted tabular-nums', OWN_CELL)}>
        <RelativeTime at={created_at} />
      </td>
      <td className="flex items-center justify-end gap-1">
        <span className={OWN_CELL}>
          <Link to={details} aria-label={texts.viewDetailsOf(name)} className={buttonClass('ghost', 'sm')}>
            {texts.viewDetails}
          </Link>
        </span>
        {is_active && <ImpersonateButton customer={customer} inRow />}
        <CustomerMenu customer={customer} details={details} onChangeAccess={onChangeAccess} />
      </td>
    </>
  );
}

function CountCell({ count }: { count: number | undefined }) {
  return (
    <td className={clsx('text-right tabular-nums', OWN_CELL, !count && 'text-muted')}>
      {count === undefined ? <span aria-hidden>–</span> : formatNumber(count)}
    </td>
  );
}

type CustomerMenuProps = { customer: Customer; details: string; onChangeAccess: () => void };

function CustomerMenu({ customer: { name, is_active }, details, onChangeAccess }: CustomerMenuProps) {
  const navigate = useNavigate();
  return (
    <Menu
      trigger={
        <button type="button" aria-label={commonTexts.actionsFor(name)} className={buttonClass('ghost', 'icon')}>
          <Ellipsis aria-hidden className="size-4" />
        </button>
      }
    >
      <MenuItem icon={Info} onSelect={() => navigate(details)}>
        {texts.viewDetails}
      </MenuItem>
      <MenuItem icon={is_active ? CircleOff : RotateCcw} onSelect={onChangeAccess}>
        {is_active ? texts.deactivate : texts.reactivate}
      </MenuItem>
    </Menu>
  );
}
