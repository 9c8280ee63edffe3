import { backendUrl, headers, storeSession } from '@/lib/backend.ts';
import { texts } from './texts.ts';

/** The function's refusal: 404 for an unknown link, 410 for one that has ended, 429 with the seconds to wait. */
export class Refused extends Error {
  readonly status: number;
  readonly wait: number;

  constructor(message: string, status: number, wait: number) {
    super(message);
    this.status = status;
    this.wait = wait;
  }
}

/** Whether the link is unknown or has ended, so that no further try helps. */
export const isGone = (error: unknown): boolean => error instanceof Refused && [404, 410].includes(error.status);

/** Calls review-link without a session. Throws Refused, with the status and the pause, which lib/functions.ts does not tell. */
async function callFunction<Answer>(body: Record<string, string>): Promise<Answer> {
  const response = await fetch(backendUrl('functions/v1/review-link'), {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = await response.json().catch(() => null);
  if (response.ok) return answer;
  throw new Refused(answer?.error ?? texts.failed, response.status, Number(response.headers.get('Retry-After') ?? 0));
}

/** The sender and the masked address of a link, which anyone who opens it learns. */
export type OpenedLink = { sender: string; email: string; isLive: boolean };

export const openLink = (token: string) => callFunction<OpenedLink>({ action: 'open', token });

/** Mails a code to the address of the link. */
export const sendCode = (token: string) => callFunction({ action: 'send_code', token });

/** Signs the guest in. */
export const redeemCode = async (token: string, code: string) =>
  storeSession(await callFunction({ action: 'redeem', token, code }));
