import type { ReactNode } from 'react';
import { richText } from '@/lib/rich-text.ts';

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
  newPassword: {
    label: 'New password',
    help: (least: number) => `At least ${least} characters.`,
    repeat: (label: string) => `Confirm ${label.toLowerCase()}`,
  },
  secondFactorGone: 'This account no longer has an authenticator app. Sign in again.',
  waiting: {
    title: 'You need an invitation',
    signedInAs: (email: string | undefined) => `You’re signed in as ${email}.`,
    hint: 'Ask your administrator to invite this email. The link in the invitation opens your organization.',
    checkAgain: 'Check again',
  },
};
