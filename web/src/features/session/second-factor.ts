import type { Session } from '@supabase/auth-js';

/** Whether the person has a second factor and this session has not shown it: until then no rows are to be had. */
export function lacksSecondFactor({ access_token, user }: Pick<Session, 'access_token' | 'user'>): boolean {
  const isProtected = user.factors?.some((factor) => factor.status === 'verified') ?? false;
  return isProtected && assuranceOf(access_token) !== 'aal2';
}

/** The assurance level that an access token claims; the server is the one to verify it. */
function assuranceOf(token: string): unknown {
  const [, payload = ''] = token.split('.');
  try {
    return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))).aal;
  } catch {
    return undefined;
  }
}
