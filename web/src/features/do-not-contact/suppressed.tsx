import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { Ban } from 'lucide-react';
import { createContext, useContext, useMemo } from 'react';
import { groupBy } from '#domain/group-by.ts';
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

const combined = (results: UseQueryResult<SuppressedLead[]>[]) => ({
  found: results.map(({ data }) => data ?? []),
  loading: results.map(({ isLoading }) => isLoading),
});

/** The entries that apply to the leads on these pages and to the open one, which may be on none of them, and whether the open one's are still loading. None for companies. */
export function useSuppressed(table: TableName, pages = NO_PAGES, openId: string | null = null) {
  const listed = useMemo(
    () => (table === 'leads' ? pages : NO_PAGES).map(({ rows }) => rows.map(({ id }) => id)),
    [table, pages],
  );
  const isListed = listed.some((ids) => ids.includes(openId ?? ''));
  const unlistedId = table === 'leads' && !isListed ? openId : null;
  const requested = useMemo(
    () => [...listed.filter((ids) => ids.length > 0), ...(unlistedId ? [[unlistedId]] : [])],
    [listed, unlistedId],
  );
  const { found, loading } = useQueries({ queries: requested.map(suppressedLeads), combine: combined });
  const suppressed = useMemo(
    (): Suppressed => new Map(found.flatMap((rows) => [...groupBy(rows, ({ lead_id }) => lead_id)])),
    [found],
  );
  return { suppressed, isOpenLoading: requested.some((ids, at) => loading[at] && ids.includes(openId ?? '')) };
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
