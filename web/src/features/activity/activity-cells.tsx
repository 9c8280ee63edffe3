import { clsx } from 'clsx';
import { Avatar } from '@/ui/avatar.tsx';
import { OWN_CELL, ROW, SECOND_LINE } from '@/ui/list/layout.ts';
import { TextCell } from '@/ui/list/text-cell.tsx';
import { RelativeTime } from '@/ui/relative-time.tsx';
import { actorName, ImpersonatedBadge } from './actor.tsx';
import type { Activity } from './data.ts';
import { sayAct } from './words.ts';

/** Who, what, for which customer, and when; what was done is what a narrow row says beneath the name. */
export const ACTIVITY_ROW = `${ROW} grid-cols-[minmax(0,1fr)_auto] md:@4xl:grid-cols-[minmax(0,3fr)_minmax(0,5fr)_minmax(0,2fr)_7.5rem]`;

export function ActivityHead() {
  return (
    <>
      <th>Who</th>
      <th className={OWN_CELL}>What</th>
      <th className={OWN_CELL}>Customer</th>
      <th className="text-right">When</th>
    </>
  );
}

/** The cells of one act. */
export function ActivityCells({ activity }: { activity: Activity }) {
  const who = actorName(activity);
  const what = sayAct(activity);
  const { customer_name, is_impersonated, actor_email, created_at } = activity;
  return (
    <>
      <td className="flex min-w-0 items-center gap-2.5">
        <Avatar name={who} className="size-7 max-md:size-9" />
        <div className="min-w-0 flex-1">
          <div className="flex items-center gap-1.5">
            <span className="truncate font-medium" title={actor_email ?? who}>
              {who}
            </span>
            {is_impersonated && <ImpersonatedBadge className="shrink-0" />}
          </div>
          <p className={clsx('line-clamp-2 text-muted text-xs wrap-anywhere', SECOND_LINE)}>
            {[what, customer_name].filter(Boolean).join(' · ')}
          </p>
        </div>
      </td>
      <TextCell className={OWN_CELL} text={what} />
      <TextCell className={clsx(OWN_CELL, 'text-muted')} text={customer_name} />
      <td className="self-center text-right text-muted text-xs tabular-nums">
        <RelativeTime at={created_at} />
      </td>
    </>
  );
}
