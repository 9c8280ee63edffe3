import { queryOptions } from '@tanstack/react-query';
import { readData, rows } from '@/lib/rows.ts';

/** `migrations` is null if the database has no record of them. */
export type SystemVersion = { database: string; migrations: number | null; last_migration: string | null };

export const systemVersion = queryOptions({
  queryKey: ['system version'],
  queryFn: ({ signal }): Promise<SystemVersion> => readData(rows.rpc('system_version').single(), signal),
});
