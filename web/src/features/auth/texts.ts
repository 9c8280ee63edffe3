import type { ReactNode } from 'react';
import { richText } from '@/lib/rich-text.ts';
import type { Toast } from '@/lib/toast.ts';

const expired = 'This sign-in attempt has expired. Try again.';

export const texts = {
  showcase: {
    label: 'About Leadlight',
    title: 'Outreach starts with the right leads.',
    description:
      'Review the leads and companies found for you, approve the ones that fit, and turn them into campaigns.',
    leads: [
      { name: 'Amara Okafor', work: 'VP Sales, Northwind Robotics', audience: 'Founders', approved: true },
      { name: 'Jonas Lindqvist', work: 'Head of Growth, Fjordly', audience: 'Nordics', approved: true },
      { name: 'Mei Tanaka', work: 'Student, Kobe University', audience: 'Uncategorized', approved: false },
      { name: 'Lucía Herrera', work: 'COO, Solana Foods', audience: 'Founders', approved: true },
    ],
    approved: 'Approved',
    rejected: 'Rejected',
  },
  page: {
    title: 'Sign in',
    tabs: 'Sign in or sign up',
    login: 'Login',
    signUp: 'Sign Up',
    loginTitle: 'Welcome back',
    loginHint: 'Sign in to review your leads.',
    signUpTitle: 'Create your account',
    signUpHint: 'Once you’ve signed up, your agency can invite you.',
    checking: 'We’re still checking your session. You’ll be signed in as soon as it’s confirmed.',
  },
  noAdministrator: {
    title: 'This installation has no administrator yet',
    hint: (command: ReactNode, email: ReactNode, password: ReactNode) =>
      richText`On the server, run ${command}, or set ${email} and ${password} and restart it. Then reload this page and sign in.`,
    command: 'npm run create-admin -- you@example.com',
    email: 'ADMIN_EMAIL',
    password: 'ADMIN_PASSWORD',
  },
  fields: { email: 'Email', password: 'Password', fullName: 'Full name', code: 'Code' },
  checks: {
    email: 'Enter your email',
    password: 'Enter your password',
    code: 'Enter the 6-digit code',
    passwordLength: (least: number) => `Password must be at least ${least} characters`,
    passwordsDiffer: 'Passwords do not match',
    currentPassword: 'Enter your current password',
    emailedCode: 'Enter the code we emailed you',
  },
  login: {
    submit: 'Sign in',
    forgot: 'Forgot password?',
    confirmTitle: 'Confirm your email',
    confirm: (email: string) => `Open the link we sent to ${email}, then sign in.`,
    demoLabel: 'Demo accounts',
    demo: 'or try a demo account',
  },
  signUp: {
    submit: 'Create account',
    publicDemo: 'Nobody needs an account here: sign in with one of the demo accounts.',
  },
  again: {
    title: 'You’ve been signed out',
    description: (email: string) => `Sign in again as ${email} to continue. Nothing on this page is lost.`,
    otherTab: 'Sign in in another tab',
  },
  inbox: {
    title: 'Check your inbox',
    confirm: (email: ReactNode) => richText`We sent a link to ${email}. Open it to confirm your email.`,
    reset: (email: ReactNode) =>
      richText`If there’s an account for ${email}, we’ve sent a link. Open it in this browser.`,
    resend: 'Resend confirmation',
    resent: 'Confirmation sent',
    resentHint: (email: string) => `Check ${email} for the link.`,
    resendFailed: 'Couldn’t send the confirmation',
  },
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
    label: 'New password',
    help: (least: number) => `At least ${least} characters.`,
    repeat: (label: string) => `Confirm ${label.toLowerCase()}`,
    done: {
      title: 'Password changed',
      description: 'You’ve been signed out on your other devices.',
      tone: 'success',
    } satisfies Toast,
  },
  confirm: {
    /** Texts by type of the link. The labels are those of the emails. */
    kinds: {
      recovery: {
        title: 'Reset your password',
        description: 'One more step, then choose a new password.',
        label: 'Choose a new password',
      },
      signup: {
        title: 'Confirm your email',
        description: 'One more step, then your account is ready.',
        label: 'Confirm email',
      },
      email_change: {
        title: 'Confirm your new email',
        description: 'It changes once both addresses have confirmed it.',
        label: 'Confirm change',
      },
      invite: {
        title: 'Accept your invitation',
        description: 'One more step, then your account is ready.',
        label: 'Accept invitation',
      },
    },
    hint: 'Nothing happens until you press the button. If you didn’t ask for this, close this page.',
    otherBrowser: 'You asked for this in another browser. Open the link there, or enter the code from the email there.',
    incomplete: {
      title: 'This link is incomplete',
      description: 'Copy the whole link from the email, or request a new one.',
      label: 'Back to sign in',
    },
  },
  verification: {
    codeHelp: (email: string) => `We sent it to ${email}.`,
    currentPassword: 'Current password',
    requestCode: 'Email me a code instead',
  },
  providers: {
    label: 'Other ways to sign in',
    or: 'or',
    continueWith: (provider: string) => `Continue with ${provider}`,
    sso: 'Continue with single sign-on',
    ssoEmail: 'Work email',
    ssoHelp: 'We’ll find your company’s sign-in page.',
    ssoMissing: 'Enter your work email',
    ssoSubmit: 'Go to sign-in page',
    ssoName: 'Single sign-on',
    names: {
      azure: 'Microsoft',
      email: 'Email and password',
      github: 'GitHub',
      gitlab: 'GitLab',
      google: 'Google',
      linkedin_oidc: 'LinkedIn',
      microsoft: 'Microsoft',
      slack_oidc: 'Slack',
    } as Record<string, string>,
  },
  secondFactor: {
    title: 'Two-factor authentication',
    description: (email: string | undefined) => `Enter your code to continue as ${email}.`,
    help: 'The 6-digit code from your authenticator app.',
    verify: 'Verify',
    otherAccount: 'Use a different account',
    lost: 'Lost your authenticator app? Your administrator can reset two-factor authentication for you.',
    gone: 'This account no longer has an authenticator app. Sign in again.',
  },
  waiting: {
    title: 'You need an invitation',
    signedInAs: (email: string | undefined) => `You’re signed in as ${email}.`,
    hint: 'Ask your administrator to invite this email. The link in the invitation opens your organization.',
    checkAgain: 'Check again',
  },
  callback: {
    /** Texts by error code of the auth API. */
    errors: {
      otp_expired: 'This link has expired or was already used. Request a new one.',
      flow_state_expired: 'This link has expired. Sign in as usual, or request a new one.',
      flow_state_not_found: expired,
      bad_oauth_state: expired,
      bad_oauth_callback: 'We couldn’t read the provider’s response. Try again.',
      flow_state_already_used: 'This sign-in attempt was already used. Try again.',
      identity_already_exists: 'That account is already linked.',
      provider_email_needs_verification: 'Confirm your email first. We’ve sent you a link.',
      email_exists: 'An account with this email already exists.',
      signup_disabled: 'Sign-ups are turned off.',
      user_banned: 'This account has been suspended.',
      over_request_rate_limit: 'Too many attempts. Wait a few minutes, then try again.',
      insufficient_aal: 'Sign in with your two-factor code, then try again.',
      saml_assertion_invalid: 'We couldn’t verify your company’s sign-in response. Contact your IT administrator.',
      saml_relay_state_not_found: expired,
    },
    invalid: 'This sign-in link isn’t valid. Sign in as usual, or reset your password.',
    unknown: 'That sign-in didn’t work. Try again.',
    otherBrowser: 'This link was requested in another browser. Open it there, or request a new one here.',
    otherBrowserConfirmed:
      'This link was requested in another browser, so it can’t sign you in here. If it confirmed your email, just sign in as usual.',
    firstOfTwo: 'Confirmed. Now open the link we sent to your other email.',
  },
};
