import type { Impersonation } from './impersonation.ts';
import type { StoredImpersonation } from './impersonation-data.ts';
import { texts } from './texts.ts';

/** Why an impersonation has ended by this browser's clock (`now` in ms); null if it has not. */
export function expiredByClock({ expiresAt }: Impersonation, now: number): string | null {
  return now >= expiresAt ? texts.expired : null;
}

/** Why an impersonation has ended by the server's record; null if it has not. */
export function endedByRecord({ customer }: Impersonation, record: StoredImpersonation): string | null {
  if (!record) return texts.noAccess(customer.name);
  if (record.ended_at !== null) return texts.endedElsewhere;
  return record.customers.is_active ? null : texts.inactive(customer.name);
}
