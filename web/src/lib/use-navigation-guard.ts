import { useEffect } from 'react';
import { type BlockerFunction, useBlocker } from 'react-router';
import { countUnsavedForms, leaveForms } from './leave-guard.ts';

/** A change of filters replaces the address, and so does a redirect. */
const leavesForms: BlockerFunction = ({ historyAction }) => countUnsavedForms() > 0 && historyAction !== 'REPLACE';

/** Lets `useLeaveGuard` stop Back, Forward and links. A router has one blocker, so one component above all pages calls this. */
export function useNavigationGuard() {
  const blocker = useBlocker(leavesForms);
  useEffect(() => {
    if (blocker.state === 'blocked') leaveForms(blocker.proceed);
  }, [blocker]);
}
