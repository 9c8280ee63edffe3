import type { Impersonation } from '@/features/session/impersonation.ts';
import type { StoredImpersonation } from '@/features/session/impersonation-data.ts';

/** Why an impersonation has ended by this browser's clock (`now` in ms); null if it has not. */
export function expiredByClock({ expiresAt }: Impersonation, now: number): string | null {
  return now >= expiresAt ? 'It expired after 60 minutes. Start it again to continue.' : null;
}

/** Why an impersonation has ended by the server's record; null if it has not. */
export function endedByRecord({ customer }: Impersonation, record: StoredImpersonation): string | null {
  if (!record) return `It expired, or you no longer have access to ${customer.name}.`;
  if (record.ended_at !== null) return 'It was ended in another tab or session.';
  return record.customers.is_active ? null : `${customer.name} is no longer active.`;
}
