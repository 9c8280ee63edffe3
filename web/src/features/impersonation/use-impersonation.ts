import { startTransition, useRef } from 'react';
import { useNavigate } from 'react-router';
import { beginImpersonation, endImpersonation } from '@/features/session/impersonation-data.ts';
import { useSession } from '@/features/session/session.tsx';
import { reasonOf } from '@/lib/failure.ts';
import { mutationsSettled } from '@/lib/query-client.ts';
import { type Toast, toast, toastFailure } from '@/lib/toast.ts';
import { paths } from '@/paths.ts';

const ENDED: Toast = { title: 'Impersonation ended', description: 'Back to admin view' };

/** How long the last decisions may take to be stored before one leaves all the same. */
const LAST_CHANGES_MS = 2_000;

/** Looking at the app as a customer's people do: `start` and `stop` say what they did and lead on; `lapse` is for one that has ended by itself. */
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
      startTransition(() => {
        setImpersonation(next);
        navigate(paths.dashboard);
      });
      toast({ title: 'Impersonation started', description: `Now viewing as ${customer.name}`, tone: 'success' });
    } catch (failure) {
      toastFailure('Error starting impersonation', meaningOf(failure));
    } finally {
      starting.current = false;
    }
  };

  const leave = (told: Toast) => {
    startTransition(() => {
      setImpersonation(null);
      navigate(paths.adminCustomers, { replace: true }); // the page that is left is not theirs any more
    });
    toast(told);
  };

  const stop = async () => {
    if (!impersonation) return;
    await mutationsSettled(LAST_CHANGES_MS); // what was decided meanwhile is recorded as decided while looking
    leave({ ...ENDED, tone: 'success' });
    end(impersonation.id);
  };

  const lapse = (reason: string) => leave({ ...ENDED, description: reason });

  return { current: impersonation, start, stop, lapse };
}

/** The screens do not wait for the record; where it cannot be written the impersonation runs out by itself. */
function end(id: string) {
  endImpersonation(id).catch((failure: unknown) =>
    toast({
      title: 'The end of the impersonation could not be recorded',
      description: `It runs out by itself within the hour. ${reasonOf(failure)}`,
      tone: 'danger',
    }),
  );
}

/** What the database's refusal means to the person. */
function meaningOf(failure: unknown): string {
  const { code } = failure as { code?: string };
  const isRefused = code === '42501' || code === '23503';
  return isRefused ? 'The customer is no longer active, or you are no longer an administrator.' : reasonOf(failure);
}
