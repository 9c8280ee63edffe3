import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import type { NewEntry } from '#domain/contact-entries.ts';
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

/** Entries of each kind, and lines with errors or that are ignored, which are shown. */
const MOST_SHOWN = { entries: 8, errors: 20, ignored: 5 };

/** What the lines and rows are understood as, and which approved leads that applies to. */
export function CheckedEntries({ entries, errors, ignored, result }: Checked) {
  const { repeated, touched, leads } = result;
  const isAdminArea = useIsAdminArea();
  const section = useRef<HTMLElement>(null);
  useEffect(() => void section.current?.scrollIntoView({ block: 'nearest' }), []); // it may lie below the fold
  const failed = new Set(result.errors.map(({ entry }) => entry));
  const understood = Map.groupBy(
    entries.filter((entry) => !failed.has(entry)),
    ({ kind }) => kind,
  );
  return (
    <section ref={section} aria-label={add.understood} className="space-y-3 text-sm">
      <h3 className="font-medium">{add.understood}</h3>
      <p role="status" className="flex flex-wrap gap-2">
        {CONTACT_KINDS.map((kind) => {
          const count = understood.get(kind)?.length ?? 0;
          return count > 0 && <Badge key={kind}>{`${texts.kind(kind)}: ${formatNumber(count)}`}</Badge>;
        })}
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
        {errors.slice(0, MOST_SHOWN.errors).map(({ line, isFromFile, error }) => (
          <li key={`${line} ${isFromFile} ${error}`} className="flex gap-2 px-3 py-1.5 text-danger">
            <span className="shrink-0 tabular-nums">{add.place(line, isFromFile)}</span>
            <span className="wrap-anywhere min-w-0 flex-1">{error}</span>
          </li>
        ))}
        <Rest count={errors.length - MOST_SHOWN.errors} />
        {[...understood.values()].map((ofKind) => (
          <Understood key={ofKind[0]?.kind} entries={ofKind} />
        ))}
        {ignored.slice(0, MOST_SHOWN.ignored).map(({ line, isFromFile, ignored: text }) => (
          <li key={`${line} ${isFromFile}`} className="flex gap-2 px-3 py-1.5 text-muted">
            <span className="shrink-0 tabular-nums">{add.place(line, isFromFile)}</span>
            <span dir="auto" className="min-w-0 flex-1 truncate">
              {add.isIgnored(text)}
            </span>
          </li>
        ))}
        <Rest count={ignored.length - MOST_SHOWN.ignored} />
      </ul>
    </section>
  );
}

function Understood({ entries }: { entries: readonly NewEntry[] }) {
  return (
    <>
      {entries.slice(0, MOST_SHOWN.entries).map(({ line, kind, value, reason, leftOut }) => (
        <li key={`${line} ${value}`} className="flex gap-2 px-3 py-1.5">
          <Badge className="shrink-0">{texts.kind(kind)}</Badge>
          <span className="wrap-anywhere min-w-0 flex-1">
            {add.means(kind, value)} {reason && <span className="text-muted">{reason}</span>}
            {leftOut && <span className="block text-muted text-xs">{add.leftOut(leftOut)}</span>}
          </span>
        </li>
      ))}
      <Rest count={entries.length - MOST_SHOWN.entries} />
    </>
  );
}

const Rest = ({ count }: { count: number }) =>
  count > 0 ? <li className="px-3 py-1.5 text-muted">{add.more(count)}</li> : null;
