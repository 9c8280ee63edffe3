import { queryOptions } from '@tanstack/react-query';
import { groupBy } from '#domain/group-by.ts';
import { type FunctionRow, readData, rows } from '@/lib/rows.ts';
import type { Period } from './period.ts';

/** The counts of a week, audience, reason or campaign; with `others`, of that many further ones. */
export type ReportRow = FunctionRow<'customer_report', 'id' | 'name' | 'week'>;

export type Report = {
  total: ReportRow;
  weeks: ReportRow[];
  audiences: ReportRow[];
  /** The reasons of what was rejected. */
  reasons: ReportRow[];
  /** The campaigns of leads that were handed off, contacted or have replied. */
  campaigns: ReportRow[];
};

const PARTS = ['week', 'audience', 'reason', 'campaign'];

/** Refetched at every visit. */
export const customerReport = (customerId: string, { from, to }: Pick<Period, 'from' | 'to'>) =>
  queryOptions({
    queryKey: ['report', customerId, from, to],
    queryFn: async ({ signal }): Promise<Report> => {
      const period = { ...(from && { from_week: from }), ...(to && { to_week: to }) };
      const data = await readData(rows.rpc('customer_report', { customer_id: customerId, ...period }), signal);
      const parts = groupBy(data, ({ part }) => part);
      const [total] = parts.get('total') ?? [];
      if (!total) throw new Error('There is no total');
      const [weeks = [], audiences = [], reasons = [], campaigns = []] = PARTS.map((part) => parts.get(part));
      return { total, weeks, audiences, reasons, campaigns };
    },
    /** Another period of the same customer. */
    placeholderData: (shown, query) => (query?.queryKey[1] === customerId ? shown : undefined),
    staleTime: 0,
  });
