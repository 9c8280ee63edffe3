import { standardVariables } from '#domain/campaign/variables.ts';
import type { UrlCondition } from '@/features/review/customer-list-page.tsx';
import { texts } from './texts.ts';

/** The fields that an approved lead may lack. Its first name always has a value. */
const MISSING: readonly string[] = ['email', ...standardVariables.keys()];

/** The approved leads without a field, as requested by a URL; null if it requests none. */
export function readMissing(url: URLSearchParams): UrlCondition | null {
  const missing = MISSING.find((one) => one === url.get('missing'));
  if (!missing) return null;
  return { missing, customerId: url.get('customer'), words: texts.approvedWithout(missing) };
}

/** The URL parameters that request a customer's approved leads without a field. */
export function writeMissing(missing: string, customerId: string): string {
  return new URLSearchParams({ missing, customer: customerId }).toString();
}
