import { clsx } from 'clsx';
import { NavLink } from 'react-router';
import { texts as commentTexts } from '@/features/comments/texts.ts';
import { useWaitingCounts } from '@/features/comments/waiting.tsx';
import type { Role } from '@/features/session/access.ts';
import { useSession } from '@/features/session/session.tsx';
import { useIsApprover } from '@/features/session/use-role.ts';
import { brandName, useBrand } from '@/lib/brand.ts';
import { BrandMark } from '@/ui/brand-mark.tsx';
import { Tooltip } from '@/ui/tooltip.tsx';
import { areaGroups, areas, type NavigationItem } from './areas.ts';
import { Organization } from './organization.tsx';

export type SidebarProps = {
  area: Role;
  /** Shows icons only, with the names as tooltips. */
  collapsed?: boolean;
  onNavigate?: () => void;
};

export function Sidebar({ area, collapsed = false, onNavigate }: SidebarProps) {
  const { customerIds } = useSession();
  const groups = areaGroups(area, useIsApprover(customerIds));
  const product = brandName(useBrand());
  const title = area === 'customer' ? product : areas.admin.title;
  const waiting = useWaitingCounts();
  return (
    <nav aria-label={title} className="flex min-h-0 flex-1 flex-col">
      <div className={clsx('flex h-14 shrink-0 items-center gap-2.5', collapsed ? 'justify-center' : 'px-4')}>
        <BrandMark className={clsx('size-6', collapsed && 'max-w-8!')} />
        <span className={collapsed ? 'sr-only' : 'truncate font-semibold'}>{title}</span>
      </div>
      <div className={clsx('flex-1 space-y-5 overflow-y-auto py-2', collapsed ? 'px-1.5' : 'px-2.5')}>
        {area === 'customer' && <Organization collapsed={collapsed} />}
        {groups.map(({ label, items }) => (
          <div key={label}>
            <h2 className={collapsed ? 'sr-only' : 'mb-1 px-2 font-medium text-muted text-xs'}>{label}</h2>
            <ul className="space-y-0.5">
              {items.map((item) => (
                <li key={item.to}>
                  <Item
                    item={item}
                    waiting={(item.waiting && waiting?.[item.waiting]) ?? 0}
                    collapsed={collapsed}
                    onNavigate={onNavigate}
                  />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </nav>
  );
}

/** A badge has two digits. */
const MAX_SHOWN = 99;

type ItemProps = {
  item: NavigationItem;
  /** How many of its rows wait for the user. */
  waiting: number;
  collapsed: boolean;
  onNavigate: (() => void) | undefined;
};

function Item({ item: { label, to, icon: Icon, exact }, waiting, collapsed, onNavigate }: ItemProps) {
  const link = (
    <NavLink
      to={to}
      end={exact}
      onClick={onNavigate}
      className={clsx(
        'group relative flex h-8 items-center gap-2.5 rounded-md font-medium text-muted text-sm transition-colors hover:bg-subtle hover:text-text focus-visible:outline-offset-0 pointer-coarse:h-11',
        'aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent-text',
        collapsed ? 'w-9 justify-center' : 'px-2',
      )}
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      <span className={collapsed ? 'sr-only' : 'truncate'}>{label}</span>
      {waiting > 0 && (
        <span
          className={clsx(
            'rounded-full bg-accent text-on-accent text-xs tabular-nums',
            collapsed ? 'absolute top-0.5 right-0.5 size-2' : 'ml-auto min-w-5 px-1.5 text-center leading-5',
          )}
        >
          <span aria-hidden className={collapsed ? 'hidden' : ''}>
            {waiting > MAX_SHOWN ? `${MAX_SHOWN}+` : waiting}
          </span>
          <span className="sr-only">{commentTexts.waiting.badge(waiting)}</span>
        </span>
      )}
    </NavLink>
  );
  if (!collapsed) return link;
  return (
    <Tooltip content={label} side="right">
      {link}
    </Tooltip>
  );
}
