import { useCallback } from 'react';
import type { MemberRole } from '#domain/member-roles.ts';
import { useSession } from './session.tsx';

/** Gives the user's role in a customer. Administrators may do what approvers may, also while they impersonate. */
export function useRoles(): (customerId: string) => MemberRole {
  const { isAdmin, customers } = useSession();
  return useCallback(
    (customerId) => (isAdmin ? 'approver' : (customers.find(({ id }) => id === customerId)?.role ?? 'viewer')),
    [isAdmin, customers],
  );
}

/** The user's role in a customer, as `useRoles`. */
export const useRole = (customerId: string): MemberRole => useRoles()(customerId);

/** Whether the user is an approver in any of these customers. */
export function useIsApprover(customerIds: readonly string[]): boolean {
  const roleIn = useRoles();
  return customerIds.some((id) => roleIn(id) === 'approver');
}

/** Whether the user is a viewer in all of these customers, of which there is at least one. */
export function useIsViewer(customerIds: readonly string[]): boolean {
  const roleIn = useRoles();
  return customerIds.length > 0 && customerIds.every((id) => roleIn(id) === 'viewer');
}
