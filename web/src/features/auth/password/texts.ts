import type { Toast } from '@/lib/toast.ts';

export const texts = {
  newPassword: {
    title: 'New password',
    forgotTitle: 'Forgot your password?',
    forgotHint: 'We’ll email you a link to reset it.',
    sendLink: 'Send link',
    back: 'Back to sign in',
    codeHelp: 'Opened the email on another device? Enter its 6-digit code here.',
    chooseTitle: 'Choose a new password',
    chooseHint: (email: string) => `For ${email}.`,
    set: 'Set password',
    save: 'Save password',
    done: {
      title: 'Password changed',
      description: 'You’ve been signed out on your other devices.',
      tone: 'success',
    } satisfies Toast,
  },
  verification: {
    codeHelp: (email: string) => `We sent it to ${email}.`,
    currentPassword: 'Current password',
    requestCode: 'Email me a code instead',
  },
};
