// The kinds of results, and what columns and values of a tool's file can mean.

export const resultKinds = ['contacted', 'replied', 'bounced', 'unsubscribed'] as const;
export type ResultKind = (typeof resultKinds)[number];

/** The meaning of a value: a kind of result, or none. */
export type Meaning = ResultKind | 'ignore';

export const resultTargets = {
  email: 'Email',
  linkedin: 'LinkedIn profile',
  contacted: 'Contacted',
  replied: 'Replied',
  bounced: 'Bounced',
  unsubscribed: 'Unsubscribed',
  status: 'Status',
  status_at: 'Date of the status',
} as const;
export type ResultTarget = keyof typeof resultTargets;

export const isKind = (target: string | undefined): target is ResultKind =>
  (resultKinds as readonly (string | undefined)[]).includes(target);
