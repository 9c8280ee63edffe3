import { queryOptions } from '@tanstack/react-query';
import { type FunctionRow, readData, rows } from '@/lib/rows.ts';

/** The emails beside the digest that an address gets. */
export type EmailChoices = FunctionRow<'my_emails'>;

/** What the address of the user gets; null without a confirmed address. */
export const emailChoices = queryOptions({
  queryKey: ['account', 'emails'] as const,
  queryFn: ({ signal }): Promise<EmailChoices | null> => readData(rows.rpc('my_emails').maybeSingle(), signal),
});

/** Turns emails to the address of the user or guest on or off. */
export const chooseEmails = (choices: Partial<EmailChoices>) => readData(rows.rpc('choose_emails', choices));
