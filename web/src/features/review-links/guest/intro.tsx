import type { ReactNode } from 'react';
import { formatDay, formatWeekday } from '@/lib/format.ts';
import { commonTexts } from '@/lib/texts.ts';
import { texts } from './texts.ts';

const { review } = texts;

export type IntroProps = {
  sender: string;
  /** Null for all leads and companies. */
  audience: string | null;
  withCampaigns: boolean;
  message: string | null;
  expiresAt: string;
  /** Such as 2026-12-04; null without a deadline. */
  reviewBy: string | null;
  /** Further sentences of the first paragraph. */
  children?: ReactNode;
};

/** Who asks for what and until when, with the sender's message. */
export const Intro = ({ sender, audience, withCampaigns, message, expiresAt, reviewBy, children }: IntroProps) => (
  <>
    <p className="text-muted text-sm wrap-anywhere">
      {review.intro(sender, review.what(audience === null, withCampaigns), formatDay(new Date(expiresAt), new Date()))}
      {reviewBy && (
        <>
          {' '}
          <strong className="font-medium text-text">{commonTexts.reviewBy(formatWeekday(reviewBy))}</strong>
        </>
      )}
      {children}
    </p>
    {message && (
      <details open className="mt-3 rounded-lg border border-border bg-raised px-4 py-3 text-sm">
        <summary className="cursor-pointer font-medium">{review.message(sender)}</summary>
        <p className="mt-1.5 max-h-48 max-w-prose overflow-y-auto whitespace-pre-wrap wrap-anywhere" dir="auto">
          {message}
        </p>
      </details>
    )}
  </>
);
