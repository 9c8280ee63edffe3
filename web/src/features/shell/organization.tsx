import { clsx } from 'clsx';
import { ChevronsUpDown } from 'lucide-react';
import { generatePath, useLocation, useMatch, useNavigate } from 'react-router';
import { useSession } from '@/features/session/session.tsx';
import { leaveForms } from '@/lib/leave-guard.ts';
import { paths } from '@/paths.ts';
import { Avatar } from '@/ui/avatar.tsx';
import { Menu, MenuChoice } from '@/ui/menu.tsx';
import { Tooltip } from '@/ui/tooltip.tsx';
import { texts } from './texts.ts';

const ALL = 'all';
const ROW = 'flex h-9 w-full items-center gap-2.5 rounded-md text-left font-medium text-sm pointer-coarse:h-11';

/** The name of the organization that the pages show, or that they show all; undefined without one. */
export function useOrganizationName(): string | undefined {
  const { customers, chosenCustomerId } = useSession();
  const [first] = customers;
  const shown = customers.length === 1 ? first : customers.find(({ id }) => id === chosenCustomerId);
  return first && (shown?.name ?? texts.organization.all);
}

/** The user's organization. Members of several choose one of them or all. */
export function Organization({ collapsed }: { collapsed: boolean }) {
  const { customers, chosenCustomerId, chooseCustomer } = useSession();
  const name = useOrganizationName();
  const navigate = useNavigate();
  const { search } = useLocation();
  const isReport = useMatch(paths.report) !== null;
  const choose = (id: string | null) => {
    chooseCustomer(id);
    if (isReport && id) navigate({ pathname: generatePath(paths.report, { id }), search });
  };
  if (name === undefined) return null;
  const label = (
    <>
      <Avatar name={name} className="size-5 rounded-sm! text-[0.625rem]" />
      <span className={collapsed ? 'sr-only' : 'min-w-0 flex-1 truncate'} dir="auto">
        {name}
      </span>
    </>
  );
  const rowClass = clsx(ROW, collapsed ? 'justify-center' : 'px-2');
  if (customers.length === 1) {
    return collapsed ? (
      <Tooltip content={name} side="right">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the tooltip is opened by focus */}
        <p tabIndex={0} className={rowClass}>
          {label}
        </p>
      </Tooltip>
    ) : (
      <p title={name} className={rowClass}>
        {label}
      </p>
    );
  }
  return (
    <Menu
      align="start"
      trigger={
        <button type="button" title={name} className={clsx(rowClass, 'border border-border hover:bg-subtle')}>
          <span className="sr-only">{texts.organization.label}: </span>
          {label}
          {!collapsed && <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-muted" />}
        </button>
      }
    >
      <MenuChoice
        label={texts.organization.label}
        value={chosenCustomerId ?? ALL}
        onChange={(value) => leaveForms(() => choose(value === ALL ? null : value))}
        options={[
          { value: ALL, label: texts.organization.all },
          ...customers.map(({ id, name: own }) => ({ value: id, label: own })),
        ]}
      />
    </Menu>
  );
}
