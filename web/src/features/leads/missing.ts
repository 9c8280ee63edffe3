import type { Gap } from '#domain/campaign/lint.ts';
import type { UrlCondition } from '@/features/review/customer-list-page.tsx';
import { texts } from './texts.ts';

const GAPS: readonly Gap[] = ['last_name', 'company', 'email'];

/** The approved leads without a field, as requested by a URL; null if it requests none. */
export function readMissing(url: URLSearchParams): UrlCondition | null {
  const missing = GAPS.find((gap) => gap === url.get('missing'));
  if (!missing) return null;
  return { missing, customerId: url.get('customer'), words: texts.approvedWithout(missing) };
}

/** The URL parameters that request a customer's approved leads without a field. */
export function writeMissing(gap: Gap, customerId: string): string {
  return new URLSearchParams({ missing: gap, customer: customerId }).toString();
}
