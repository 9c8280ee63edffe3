import { sessionHeaders } from '@/lib/request-headers.ts';

/** An administrator's look at one customer, as that customer's people see it. `expiresAt` is a moment of this browser's clock. */
export type Impersonation = {
  id: string;
  adminId: string;
  customer: { id: string; name: string };
  expiresAt: number;
};

const KEPT = 'leadlight-impersonation';
const HEADER = 'x-impersonation-id';

/** The impersonation that a tab has kept, where it is one. It may be over by now, of which the person is to be told. */
export function readImpersonation(kept: string | null): Impersonation | null {
  try {
    const { id, adminId, customer, expiresAt } = JSON.parse(kept ?? 'null');
    const isWhole = [id, adminId, customer.id, customer.name].every((word) => typeof word === 'string');
    return isWhole && typeof expiresAt === 'number' ? { id, adminId, customer, expiresAt } : null;
  } catch {
    return null;
  }
}

/** What this tab has kept through a reload. */
export function recallImpersonation(): Impersonation | null {
  const kept = readImpersonation(sessionStorage.getItem(KEPT));
  keepImpersonation(kept);
  return kept;
}

/** Keeps an impersonation in this tab, or none; every call says from now on that it is made within it. */
export function keepImpersonation(next: Impersonation | null) {
  if (next) {
    sessionStorage.setItem(KEPT, JSON.stringify(next));
    sessionHeaders.set(HEADER, next.id);
  } else {
    sessionStorage.removeItem(KEPT);
    sessionHeaders.delete(HEADER);
  }
}
