import type { Gap } from '#domain/campaign/lint.ts';

const GAPS: readonly Gap[] = ['last_name', 'company', 'email'];

/** What is missing, in words. */
export const gapNames: Record<Gap, string> = { last_name: 'last name', company: 'company', email: 'email' };

/** What the leads lack that an address asks for, and whose they are; null where it asks for no such thing. */
export function readMissing(url: URLSearchParams): { gap: Gap; customerId: string | null } | null {
  const gap = GAPS.find((known) => known === url.get('missing'));
  return gap ? { gap, customerId: url.get('customer') } : null;
}

/** The part of an address that asks for a customer's approved leads without something. */
export function writeMissing(gap: Gap, customerId: string): string {
  return new URLSearchParams({ missing: gap, customer: customerId }).toString();
}
