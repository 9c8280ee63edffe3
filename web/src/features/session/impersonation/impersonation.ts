import { sessionHeaders } from '@/lib/request-headers.ts';

/** An administrator's view of the app as one customer. `expiresAt` is in ms of this browser's clock. */
export type Impersonation = {
  id: string;
  adminId: string;
  customer: { id: string; name: string };
  expiresAt: number;
};

const STORAGE_KEY = 'leadlight-impersonation';
const HEADER = 'x-impersonation-id';

/** Parses a stored impersonation; null if it is incomplete. It may have expired, which the user must be shown. */
export function parseImpersonation(stored: string | null): Impersonation | null {
  try {
    const { id, adminId, customer, expiresAt } = JSON.parse(stored ?? 'null');
    const isComplete = [id, adminId, customer.id, customer.name].every((value) => typeof value === 'string');
    return isComplete && typeof expiresAt === 'number' ? { id, adminId, customer, expiresAt } : null;
  } catch {
    return null;
  }
}

/** The impersonation of this tab, which survives a reload. */
export function loadImpersonation(): Impersonation | null {
  const stored = parseImpersonation(sessionStorage.getItem(STORAGE_KEY));
  storeImpersonation(stored);
  return stored;
}

/** Stores the impersonation of this tab, or none, and sends its id with every request. */
export function storeImpersonation(next: Impersonation | null) {
  if (next) {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(next));
    sessionHeaders.set(HEADER, next.id);
  } else {
    sessionStorage.removeItem(STORAGE_KEY);
    sessionHeaders.delete(HEADER);
  }
}
