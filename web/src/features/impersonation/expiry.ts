import type { Impersonation } from '@/features/session/impersonation.ts';
import type { StoredImpersonation } from '@/features/session/impersonation-data.ts';

/** Why an impersonation is over by this browser's clock, if it is; `now` in ms. */
export function overByClock({ expiresAt }: Impersonation, now: number): string | null {
  return now >= expiresAt ? 'It has lasted its 60 minutes. Start it again to go on.' : null;
}

/** Why an impersonation is over by what the server knows of it, if it is. */
export function overByRecord({ customer }: Impersonation, known: StoredImpersonation): string | null {
  if (!known) return `It has run out, or ${customer.name} can no longer be seen.`;
  if (known.ended_at !== null) return 'It was ended elsewhere.';
  return known.customers.is_active ? null : `${customer.name} is no longer active.`;
}
