import { startTransition, useRef } from 'react';
import { matchPath, useNavigate } from 'react-router';
import { useSession } from '@/features/session/session.tsx';
import { failureReason } from '@/lib/failure.ts';
import { mutationsSettled } from '@/lib/query-client.ts';
import { type Toast, toast, toastFailure } from '@/lib/toast.ts';
import { paths } from '@/paths.ts';
import { beginImpersonation, endImpersonation } from './impersonation-data.ts';
import { texts } from './texts.ts';

const ENDED: Toast = { title: texts.ended, description: texts.endedHint };

/** How long stopping waits for changes that are still being saved. */
const PENDING_CHANGES_MS = 2_000;

/** Ids of impersonations that this tab ends or has ended: their records say so before the page no longer has them. */
const endedHere = new Set<string>();

/** Impersonation of a customer. `expire` leaves an impersonation that the server has already ended, and returns false while this tab ends it; `stopHere` stays on the page. */
export function useImpersonation() {
  const { user, impersonation, setImpersonation } = useSession();
  const navigate = useNavigate();
  const starting = useRef(false);

  const start = async (customer: { id: string; name: string }) => {
    if (!user || starting.current) return;
    starting.current = true;
    try {
      const { id, duration } = await beginImpersonation(customer.id);
      if (impersonation) end(impersonation.id);
      const next = { id, adminId: user.id, customer, expiresAt: Date.now() + duration };
      startTransition(async () => {
        setImpersonation(next);
        await navigate(paths.dashboard);
      });
      toast({ title: texts.started, description: texts.startedHint(customer.name), tone: 'success' });
    } catch (failure) {
      toastFailure(texts.startFailed, startError(failure));
    } finally {
      starting.current = false;
    }
  };

  const leave = (content: Toast, page: string | null = paths.adminCustomers) => {
    startTransition(async () => {
      setImpersonation(null);
      if (page !== null) await navigate(page, { replace: true }); // the admin has no access to the page that is left
    });
    toast(content);
  };

  const stopAt = async (page?: null, isWanted = () => true) => {
    if (!impersonation || endedHere.has(impersonation.id)) return;
    endedHere.add(impersonation.id);
    await mutationsSettled(PENDING_CHANGES_MS); // so that they are recorded as made during the impersonation
    if (!isWanted()) {
      endedHere.delete(impersonation.id);
      return;
    }
    leave({ ...ENDED, tone: 'success' }, page);
    end(impersonation.id);
  };
  const stop = () => stopAt();
  /** Unless the user has gone forward to the customer's pages meanwhile, which the banner is above. */
  const stopHere = () => stopAt(null, isInAdminArea);

  const expire = (reason: string): boolean => {
    if (!impersonation || endedHere.has(impersonation.id)) return false;
    leave({ ...ENDED, description: reason });
    return true;
  };

  return { current: impersonation, start, stop, stopHere, expire };
}

const isInAdminArea = () => matchPath(`${paths.admin}/*`, location.pathname) !== null;

/** Records the end in the background. An impersonation whose end was not recorded expires. */
function end(id: string) {
  endedHere.add(id);
  endImpersonation(id).catch((failure: unknown) =>
    toastFailure(texts.endFailed, texts.endFailedHint(failureReason(failure))),
  );
}

/** Explains the database's errors for a missing role or an inactive customer. */
function startError(failure: unknown): string {
  const { code } = failure as { code?: string };
  const isDenied = code === '42501' || code === '23503';
  return isDenied ? texts.notAllowed : failureReason(failure);
}
