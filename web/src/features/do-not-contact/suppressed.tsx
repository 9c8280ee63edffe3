import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { Ban } from 'lucide-react';
import { createContext, useContext, useMemo } from 'react';
import type { ReviewRow } from '@/features/lists/table.ts';
import type { Page } from '@/lib/keyset.ts';
import type { TableName } from '@/lib/list-keys.ts';
import { Mark } from '@/ui/badge.tsx';
import { Note } from '@/ui/note.tsx';
import { type SuppressedLead, suppressedLeads } from './data.ts';
import { texts } from './texts.ts';

export type Suppressed = ReadonlyMap<string, SuppressedLead[]>;

/** The entries that apply to the loaded leads, by lead. */
export const SuppressedContext = createContext<Suppressed>(new Map());

const NO_PAGES: readonly Page<ReviewRow>[] = [];

const joinRows = (results: UseQueryResult<SuppressedLead[]>[]) => results.flatMap(({ data }) => data ?? []);

/** The entries that apply to the leads on these pages, which are requested beside the pages. None for companies. */
export function useSuppressed(table: TableName, pages = NO_PAGES): Suppressed {
  const queries = useMemo(
    () =>
      (table === 'leads' ? pages : NO_PAGES)
        .filter(({ rows }) => rows.length > 0)
        .map(({ rows }) => suppressedLeads(rows.map(({ id }) => id))),
    [table, pages],
  );
  const found = useQueries({ queries, combine: joinRows });
  return useMemo(() => Map.groupBy(found, ({ lead_id }) => lead_id), [found]);
}

/** Marks a lead that must not be contacted. */
export function SuppressedBadge({ leadId }: { leadId: string }) {
  const entries = useContext(SuppressedContext).get(leadId);
  if (!entries) return null;
  return (
    <Mark tone="danger" label={texts.badge} title={texts.applies(entries)}>
      <Ban aria-hidden className="size-3.5" />
    </Mark>
  );
}

/** Says of the open lead which entries apply to it. */
export function SuppressedNote({ leadId }: { leadId: string }) {
  const entries = useContext(SuppressedContext).get(leadId);
  if (!entries) return null;
  return (
    <Note tone="warning" icon={Ban} className="mt-4">
      {texts.applies(entries)}
    </Note>
  );
}
