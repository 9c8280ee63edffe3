export const texts = {
  rows: 'users',
  search: 'Search by name or email',
  unsent: 'Invitation was saved but email could not be sent. Please contact the user directly.',
  heads: { name: 'Name', email: 'Email', customers: 'Customers', role: 'Role', joined: 'Joined' },
  roles: { admin: 'Admin', customer: 'Customer' },
  noRole: 'Needs an invitation',
  /** A membership in the list of a user's customers. */
  deactivatedAt: (customer: string) => `${customer} (deactivated)`,
  pendingInvitations: 'Pending invitations',
  invitations: 'pending invitations',
  twoFactor: '2FA',
  actions: {
    makeAdmin: 'Make admin',
    removeAdmin: 'Remove admin role',
    resetTwoFactor: 'Reset two-factor authentication',
  },
  makeAdmin: (email: string) => ({
    title: 'Make this user an admin?',
    description: `${email} will be able to see and change everything for all customers, and to make other users admins.`,
    confirmLabel: 'Make admin',
    success: { title: 'Admin role added', description: email },
    failure: 'Couldn’t add the admin role',
  }),
  removeAdmin: (email: string, isSelf: boolean) => ({
    title: isSelf ? 'Give up your admin role?' : 'Remove the admin role?',
    description: isSelf
      ? 'You’ll lose access to the Admin Panel immediately. Only another admin can restore it.'
      : `${email} will lose access to the Admin Panel immediately.`,
    confirmLabel: 'Remove admin role',
    success: { title: 'Admin role removed', description: email },
    failure: 'Couldn’t remove the admin role',
  }),
  resetTwoFactor: (email: string) => ({
    title: 'Reset two-factor authentication?',
    description: `${email} will be signed out everywhere and can then sign in with just a password. Make sure the request really comes from them.`,
    confirmLabel: 'Reset two-factor',
    success: {
      title: 'Two-factor authentication reset',
      description: `${email} can now sign in with just a password.`,
    },
    failure: 'Couldn’t reset two-factor authentication',
  }),
};
