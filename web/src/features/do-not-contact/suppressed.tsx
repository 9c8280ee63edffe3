import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
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

const listRows = (results: UseQueryResult<SuppressedLead[]>[]) => results.map(({ data }) => data ?? []);

/** The entries that apply to the leads on these pages, and to the open one, which may be on none of them. None for companies. */
export function useSuppressed(table: TableName, pages = NO_PAGES, openId: string | null = null): Suppressed {
  const unlistedId = pages.some(({ rows }) => rows.some(({ id }) => id === openId)) ? null : openId;
  const queries = useMemo(() => {
    if (table !== 'leads') return [];
    const listed = pages.map(({ rows }) => rows.map(({ id }) => id)).filter((ids) => ids.length > 0);
    return [...listed, ...(unlistedId ? [[unlistedId]] : [])].map(suppressedLeads);
  }, [table, pages, unlistedId]);
  const found = useQueries({ queries, combine: listRows });
  return useMemo(() => new Map(found.flatMap((rows) => [...Map.groupBy(rows, ({ lead_id }) => lead_id)])), [found]);
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
  const listed = useContext(SuppressedContext).get(leadId);
  const { data: entries = listed } = useQuery(suppressedLeads([leadId]));
  if (!entries?.length) return null;
  return (
    <Note tone="warning" icon={Ban} className="mt-4">
      {texts.applies(entries)}
    </Note>
  );
}
