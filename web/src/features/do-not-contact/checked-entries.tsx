import { clsx } from 'clsx';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { CONTACT_KINDS } from '#domain/contact-kind.ts';
import { recordPath } from '@/features/lists/use-open-record.ts';
import { useIsAdminArea } from '@/features/session/use-is-admin-area.ts';
import { formatNumber } from '@/lib/format.ts';
import { paths } from '@/paths.ts';
import { Badge } from '@/ui/badge.tsx';
import { Note } from '@/ui/note.tsx';
import { texts } from './texts.ts';
import type { Checked } from './use-add-entries.ts';

const { add } = texts;

/** The entries that were read from the lines and rows, and the approved leads that they apply to. */
export function CheckedEntries({ entries, errors, ignored, result }: Checked) {
  const { repeated, touched, leads } = result;
  const isAdminArea = useIsAdminArea();
  const section = useRef<HTMLElement>(null);
  useEffect(() => void section.current?.scrollIntoView({ block: 'nearest' }), []); // it may lie below the fold
  const failed = new Set(result.errors.map(({ entry }) => entry));
  const understood = entries.filter((entry) => !failed.has(entry));
  const groups = CONTACT_KINDS.map((kind) => [kind, understood.filter((entry) => entry.kind === kind)] as const);
  return (
    <section ref={section} aria-label={add.understood} className="space-y-3 text-sm">
      <h3 className="font-medium">{add.understood}</h3>
      <p role="status" className="flex flex-wrap gap-2">
        {groups.map(
          ([kind, { length }]) =>
            length > 0 && <Badge key={kind}>{`${texts.kind(kind)}: ${formatNumber(length)}`}</Badge>,
        )}
        {repeated > 0 && <Badge>{add.repeated(repeated)}</Badge>}
        {ignored.length > 0 && <Badge>{add.ignored(ignored.length)}</Badge>}
        {errors.length > 0 && <Badge tone="danger">{add.errors(errors.length)}</Badge>}
      </p>
      {touched === null && <Note>{add.uncounted}</Note>}
      {touched !== null && touched > 0 && (
        <Note tone="warning">
          {add.touched(touched)}
          <ul className="mt-1">
            {leads.map(({ id, customerId, name, company }) => (
              <li key={id} className="truncate">
                <Link
                  to={`${recordPath(isAdminArea ? paths.adminLeads : paths.leads, 'leads', id)}&customer=${customerId}`}
                  target="_blank"
                  className="underline"
                >
                  {[name, company].filter(Boolean).join(' · ')}
                </Link>
              </li>
            ))}
            <Rest count={touched - leads.length} />
          </ul>
        </Note>
      )}
      <ul className="divide-y divide-border rounded-lg border border-border">
        <Lines items={errors} max={20} className="text-danger">
          {({ line, isFromFile, error }) => [add.position(line, isFromFile), error]}
        </Lines>
        {groups.map(([kind, group]) => (
          <Lines key={kind} items={group} max={8}>
            {({ value, reason, leftOut }) => [
              <Badge key="kind">{texts.kind(kind)}</Badge>,
              <>
                {add.means(kind, value)} {reason && <span className="text-muted">{reason}</span>}
                {leftOut && <span className="block text-muted text-xs">{add.leftOut(leftOut)}</span>}
              </>,
            ]}
          </Lines>
        ))}
        <Lines items={ignored} max={5} className="text-muted">
          {({ line, isFromFile, ignored: text }) => [add.position(line, isFromFile), add.isIgnored(text)]}
        </Lines>
      </ul>
    </section>
  );
}

type LinesProps<Item> = {
  items: readonly Item[];
  max: number;
  className?: string;
  children: (item: Item) => [head: ReactNode, text: ReactNode];
};

/** The first lines, and how many more there are. */
function Lines<Item>({ items, max, className, children }: LinesProps<Item>) {
  return (
    <>
      {items.slice(0, max).map((item, index) => {
        const [head, text] = children(item);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity, and may be equal
          <li key={index} className={clsx('flex gap-2 px-3 py-1.5', className)}>
            <span className="shrink-0 tabular-nums">{head}</span>
            <span className="wrap-anywhere min-w-0 flex-1">{text}</span>
          </li>
        );
      })}
      <Rest count={items.length - max} />
    </>
  );
}

const Rest = ({ count }: { count: number }) =>
  count > 0 ? <li className="px-3 py-1.5 text-muted">{add.more(count)}</li> : null;
