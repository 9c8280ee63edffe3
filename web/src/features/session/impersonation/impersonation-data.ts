import { readData, rows } from '@/lib/rows.ts';

/** Records the start of an impersonation. Returns its id and its length in ms. */
export async function beginImpersonation(customerId: string): Promise<{ id: string; duration: number }> {
  const data = await readData(
    rows.from('impersonations').insert({ customer_id: customerId }).select('id, started_at, expires_at').single(),
  );
  return { id: data.id, duration: Date.parse(data.expires_at) - Date.parse(data.started_at) };
}

/** Records the end of an impersonation, at the server's time. */
export const endImpersonation = (id: string) =>
  readData(rows.from('impersonations').update({ ended_at: 'now' }).eq('id', id));

/** An impersonation on the server; null if it has expired, its customer was deleted or the caller may not read it. */
export type StoredImpersonation = { ended_at: string | null; customers: { is_active: boolean } } | null;

export function readImpersonationState(id: string): Promise<StoredImpersonation> {
  return readData(
    rows
      .from('impersonations')
      .select('ended_at, customers(is_active)')
      .eq('id', id)
      .gt('expires_at', 'now')
      .maybeSingle(),
  );
}
