import { callFunction } from '@/lib/functions.ts';

/** Turns off the emails of a link. Returns why not; undefined if it did. */
export const turnOffEmails = (kind: string, token: string) => callFunction(`unsubscribe/${kind}/${token}`, {});
