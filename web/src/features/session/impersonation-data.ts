import { rows } from '@/lib/rows.ts';

/** Puts on record that the caller looks at a customer from now on; answers the record's id and how long it holds, in ms. */
export async function beginImpersonation(customerId: string): Promise<{ id: string; lasts: number }> {
  const { data } = await rows
    .from('impersonations')
    .insert({ customer_id: customerId })
    .select('id, started_at, expires_at')
    .single()
    .throwOnError();
  return { id: data.id, lasts: Date.parse(data.expires_at) - Date.parse(data.started_at) };
}

/** Puts on record that it is over; the moment is the server's. */
export async function endImpersonation(id: string): Promise<void> {
  await rows.from('impersonations').update({ ended_at: 'now' }).eq('id', id).throwOnError();
}

/** An impersonation as the server knows it; null where it has run out, its customer is gone or the caller may not see it. */
export type KnownImpersonation = { ended_at: string | null; customers: { is_active: boolean } } | null;

export async function readKnownImpersonation(id: string): Promise<KnownImpersonation> {
  const { data } = await rows
    .from('impersonations')
    .select('ended_at, customers(is_active)')
    .eq('id', id)
    .gt('expires_at', 'now')
    .maybeSingle()
    .throwOnError();
  return data;
}
