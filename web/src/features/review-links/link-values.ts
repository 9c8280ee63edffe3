import { lengthError, textLengths } from '#domain/limits.ts';
import { formatDay } from '@/lib/format.ts';
import type { Tone } from '@/ui/badge.tsx';
import { checkEmail } from './guest/check-email.ts';
import { texts } from './texts.ts';

const { send, states } = texts;

/** The last day of a link, such as 2026-12-01, and the day by which its guest is asked to review, which may be empty. */
export type LinkDays = { until: string; reviewBy: string };

/** What the form of a new link asks for. */
export type LinkValues = LinkDays & {
  email: string;
  /** Null for all leads and companies. */
  audience: string | null;
  withCampaigns: boolean;
  role: 'reviewer' | 'approver';
  message: string;
};

const USUAL_DAYS = 14;

/** A link ends at most 90 days ahead, and at the end of a day. */
const MAX_DAYS = 89;

/** The day that is so many days ahead in the browser's time zone. */
export const dayAhead = (days: number, now = new Date()): string =>
  localDay(new Date(now.getFullYear(), now.getMonth(), now.getDate() + days));

/** The day of a time in the browser's time zone, such as 2026-12-01. */
const localDay = (time: Date): string =>
  [time.getFullYear(), time.getMonth() + 1, time.getDate()].map((part) => String(part).padStart(2, '0')).join('-');

export const usualDay = (): string => dayAhead(USUAL_DAYS);
export const lastDay = (): string => dayAhead(MAX_DAYS);

/** The last second of a day in the browser's time zone. */
export const endOfDay = (day: string): string => new Date(`${day}T23:59:59`).toISOString();

/** A day, as a date field has it, in words. */
export const writtenDay = (day: string): string => formatDay(new Date(endOfDay(day)), new Date());

export function checkDays({ until, reviewBy }: LinkDays): Partial<LinkDays> {
  if (until === '') return { until: send.dayMissing };
  if (until < dayAhead(0)) return { until: send.dayPast };
  if (until > lastDay()) return { until: send.dayTooLate(writtenDay(lastDay())) };
  return reviewBy > until ? { reviewBy: send.dayTooLate(writtenDay(until)) } : {};
}

export function checkLink({ email, message, ...days }: LinkValues): Partial<Record<keyof LinkValues, string>> {
  const tooLong = lengthError(send.messageName, message.trim(), textLengths.reviewMessage);
  return { ...checkEmail(email), ...(tooLong && { message: tooLong }), ...checkDays(days) };
}

type Asked = {
  email: string;
  link: { audience: string | null; with_campaigns: boolean; role: string; expires_at: string };
};

/** The last day of a link that is live until then, or else the usual one of a new link. */
export function linkLastDay({ expires_at }: { expires_at: string }): string {
  const until = localDay(new Date(expires_at));
  return checkDays({ until, reviewBy: '' }).until === undefined ? until : usualDay();
}

/** The link for a colleague whom a guest has asked for: it includes no more than the guest's own link, and ends with it if that is live. */
export function colleagueLink({ email, link }: Asked): LinkValues {
  const { audience, with_campaigns: withCampaigns, role } = link;
  return {
    email,
    audience,
    withCampaigns,
    role: role as LinkValues['role'],
    message: '',
    until: linkLastDay(link),
    reviewBy: '',
  };
}

type LinkDates = { expires_at: string; revoked_at: string | null; mailed_at: string | null };

export const isLive = ({ expires_at, revoked_at }: Omit<LinkDates, 'mailed_at'>, now: number): boolean =>
  revoked_at === null && Date.parse(expires_at) > now;

/** What a link's badges say at a time in milliseconds. */
export function linkStates(link: LinkDates, now: number): readonly { label: string; tone: Tone }[] {
  if (link.revoked_at !== null) return [{ label: states.revoked, tone: 'danger' }];
  if (!isLive(link, now)) return [{ label: states.ended, tone: 'neutral' }];
  return [
    { label: states.live, tone: 'success' },
    ...(link.mailed_at === null ? [{ label: states.undelivered, tone: 'warning' } as const] : []),
  ];
}
