export const texts = {
  again: {
    title: 'You’ve been signed out',
    description: (email: string) => `Sign in again as ${email} to continue. Nothing on this page is lost.`,
    otherTab: 'Sign in in another tab',
  },
  secondFactor: {
    title: 'Two-factor authentication',
    description: (email: string | undefined) => `Enter your code to continue as ${email}.`,
    help: 'The 6-digit code from your authenticator app.',
    verify: 'Verify',
    otherAccount: 'Use a different account',
    lost: 'Lost your authenticator app? Your administrator can reset two-factor authentication for you.',
  },
};
