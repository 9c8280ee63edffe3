/** The roles of a member, the least first: a viewer reads and comments, a reviewer also decides and suggests, an approver does everything. */
export const memberRoles = ['viewer', 'reviewer', 'approver'] as const;

export type MemberRole = (typeof memberRoles)[number];
