import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Ban, Download, Plus, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import { spreadsheetLine } from '#domain/csv/cells.ts';
import { otherForms } from '#domain/international-domains.ts';
import { CustomerFilter } from '@/features/customers/customer-select.tsx';
import { useCustomerName } from '@/features/customers/data.ts';
import { useSession } from '@/features/session/session.tsx';
import { useIsAdminArea } from '@/features/session/use-is-admin-area.ts';
import { useRole } from '@/features/session/use-role.ts';
import { useUserNames } from '@/features/session/user-names-data.ts';
import { writeFile } from '@/lib/file-sink.ts';
import { loadedRows } from '@/lib/keyset.ts';
import { lazyPart } from '@/lib/lazy-part.tsx';
import { searchTermIn } from '@/lib/search-term.ts';
import { commonTexts } from '@/lib/texts.ts';
import { toast, toastFailure } from '@/lib/toast.ts';
import { useUrlParameter } from '@/lib/url-parameters.ts';
import { useSave } from '@/lib/use-save.ts';
import { uuidIn } from '@/lib/uuid.ts';
import { Badge } from '@/ui/badge.tsx';
import { Button } from '@/ui/button.tsx';
import { useFocusHandover } from '@/ui/focus-handover.ts';
import { IconButton } from '@/ui/icon-button.tsx';
import { type Column, SECOND_LINE } from '@/ui/list/columns.ts';
import { QueryTable, type QueryTableProps } from '@/ui/list/query-table.tsx';
import { CREATED_AT } from '@/ui/list/usual-columns.tsx';
import { LiveSearch } from '@/ui/live-search.tsx';
import { PageHeader } from '@/ui/page-header.tsx';
import { Select } from '@/ui/select.tsx';
import {
  allEntries,
  type Entry,
  entryCount,
  entryList,
  type ListId,
  refreshEntries,
  removeEntries,
  removeEntry,
} from './data.ts';
import { texts } from './texts.ts';

const AddEntries = lazyPart('AddEntries', () => import('./add-entries.tsx'));

/** Entries that were stored before their form was understood, and apply to nobody: a pattern by kind. */
const MISREAD: Record<string, RegExp> = {
  email: /\*|^%|%@/,
  domain: /^[^/]*[*%]/,
  company: /@\S+\.\S|^[*%.]+\S*\.\S+$/,
};

const NO_ID = '00000000-0000-0000-0000-000000000000';

/** The list of a customer or, for administrators, the agency-wide one. The URL holds the customer and the search. */
export function DoNotContactPage() {
  const isAdminArea = useIsAdminArea();
  const { customers, customerIds } = useSession();
  const [inUrl, choose] = useUrlParameter('customer');
  const [searched, search] = useUrlParameter('search');
  const [isAdding, setAdding] = useState(false);
  const own = customers.filter(({ id }) => customerIds.includes(id));
  const list = isAdminArea ? uuidIn(inUrl) : (customerIds.find((id) => id === inUrl) ?? customerIds[0] ?? NO_ID);
  const term = searchTermIn(searched);
  const name = useCustomerName(list);
  const title = (list === null ? texts.agency : name) ?? '';
  const { data: count } = useQuery(entryCount(list, term));
  const canChange = useRole(list ?? '') === 'approver';
  const add = canChange && (
    <Button icon={Plus} variant="primary" onClick={() => setAdding(true)}>
      {texts.add.open}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={commonTexts.pages.doNotContact}
        count={count}
        description={texts.description[isAdminArea ? 'admin' : canChange ? 'member' : 'reader']}
        actions={
          <>
            <Button icon={Download} disabled={!count} onClick={() => exportEntries(list, title, count ?? 0)}>
              {texts.export}
            </Button>
            {add}
          </>
        }
      />
      <div className="mb-3 flex flex-wrap gap-2">
        {isAdminArea && <CustomerFilter value={list} onChange={choose} allLabel={texts.agency} />}
        {!isAdminArea && own.length > 1 && (
          <Select
            label={texts.list}
            value={list ?? ''}
            onChange={choose}
            options={own.map(({ id, name: label }) => ({ value: id, label }))}
            className="sm:w-48!"
          />
        )}
        <LiveSearch label={texts.search} term={term} onSearch={search} className="min-w-48 flex-1 sm:max-w-80" />
      </div>
      <EntryList
        key={list}
        list={list}
        term={term}
        total={count}
        noMatch={term ? { filters: texts.filter(term), onClear: () => search(null) } : null}
        canChange={canChange}
        empty={{ icon: Ban, title: texts.empty, description: canChange && texts.emptyHint, action: add }}
      />
      {isAdding && <AddEntries list={list} listName={title} onClose={() => setAdding(false)} />}
    </>
  );
}

type EntryListProps = { list: ListId; term: string; canChange: boolean } & Pick<
  QueryTableProps<Entry>,
  'total' | 'noMatch' | 'empty'
>;

function EntryList({ list, term, canChange, ...table }: EntryListProps) {
  const isAdminArea = useIsAdminArea();
  const query = useInfiniteQuery(entryList(list, term));
  const rows = useMemo(() => loadedRows(query.data), [query.data]);
  const names = useUserNames(
    list ?? NO_ID,
    rows.map(({ created_by }) => created_by),
  );
  const restore = useSave({
    write: (ids: string[]) => removeEntries(list, ids, true),
    refresh: refreshEntries,
    failure: texts.restoreFailed,
  });
  const remove = useSave({
    write: (entry: Entry) => removeEntry(list, entry, otherForms(entry.kind, entry.value ?? '')),
    refresh: refreshEntries,
    success: (_, entry) => ({ title: texts.removed(entryName(entry)) }),
    undo: (_, ids) => restore.save(ids),
    failure: texts.removeFailed,
  });
  const columns: Column<Entry>[] = [
    {
      title: texts.heads.entry,
      width: 'minmax(0,5fr)',
      cellClass: 'min-w-0',
      render: (entry) => (
        <>
          <div className="flex min-w-0 items-center gap-2">
            <Badge className="shrink-0">{texts.kind(entry.kind)}</Badge>
            <span dir="auto" title={entry.value ?? undefined} className="truncate font-medium">
              {entry.value}
            </span>
          </div>
          {MISREAD[entry.kind]?.test(entry.value ?? '') && (
            <p className="truncate text-danger text-xs">{texts.misread}</p>
          )}
          <p dir="auto" className={`truncate text-muted text-xs ${SECOND_LINE}`}>
            {[entry.reason, texts.source(entry.source)].filter(Boolean).join(' · ')}
          </p>
        </>
      ),
      skeleton: 'h-3.5 w-40',
    },
    { title: texts.heads.reason, width: 'minmax(0,4fr)', shownFrom: 'wide', text: ({ reason }) => reason },
    {
      title: texts.heads.source,
      width: '7.5rem',
      shownFrom: 'wide',
      text: ({ source }) => texts.source(source),
      skeleton: 'h-3.5 w-16',
    },
    {
      title: texts.heads.by,
      width: 'minmax(0,2fr)',
      shownFrom: 'wide',
      text: ({ created_by }) => names?.get(created_by ?? '')?.name ?? null,
    },
    { title: texts.heads.when, ...CREATED_AT, shownFrom: 'tablet' },
    {
      title: texts.heads.actions,
      isTitleHidden: true,
      width: '2rem',
      cellClass: 'flex justify-end',
      render: (entry) =>
        canChange &&
        entry.kind !== 'erased' &&
        (isAdminArea || entry.is_from_member) && (
          <RemoveButton label={texts.remove(entryName(entry))} onRemove={() => remove.save(entry)} />
        ),
    },
  ];
  return (
    <QueryTable
      label={commonTexts.pages.doNotContact}
      noun={texts.entries}
      list={query}
      rows={rows}
      columns={columns}
      {...table}
    />
  );
}

/** Ignores the second click of a double-click, which may be on the next row's button. */
function RemoveButton({ label, onRemove }: { label: string; onRemove: () => void }) {
  useFocusHandover();
  return <IconButton label={label} icon={X} onClick={({ detail }) => detail < 2 && onRemove()} />;
}

const entryName = ({ kind, value }: Entry) => value ?? texts.kind(kind);

/** Saves a list as a CSV file, which can be added to another one. */
async function exportEntries(list: ListId, name: string, expected: number): Promise<void> {
  const { heads } = texts;
  try {
    let done = 0;
    await writeFile(texts.exportFile(name), expected, async (write) => {
      await write(`\ufeff${spreadsheetLine(['Kind', 'Value', heads.reason, heads.source, heads.when])}\r\n`);
      for await (const page of allEntries(list)) {
        const shown = page.filter(({ value }) => value !== null);
        const lines = shown.map(({ kind, value, reason, source, created_at }) =>
          spreadsheetLine([kind, value ?? '', reason ?? '', texts.source(source), created_at]),
        );
        await write(lines.map((line) => `${line}\r\n`).join(''));
        done += shown.length;
      }
    });
    toast({ title: texts.exported(done), tone: 'success' });
  } catch (failure) {
    toastFailure(texts.exportFailed, failure);
  }
}
