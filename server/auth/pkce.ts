// The members of a request that begin a PKCE flow (RFC 7636).
import { validationFailed } from './errors.ts';
import type { CodeChallenge } from './flow-state.ts';
import { text } from './request-body.ts';

/** For the schema of a body. */
export const challengeMembers = { code_challenge: text, code_challenge_method: text };

type ChallengeMembers = { code_challenge?: string | undefined; code_challenge_method?: string | undefined };

/** Undefined in the implicit flow. Throws validation_failed where one member is missing or invalid. */
export function readChallenge(members: ChallengeMembers): CodeChallenge | undefined {
  const { code_challenge: challenge, code_challenge_method: name } = members;
  if (!challenge && !name) return undefined;
  if (!challenge || !name) throw validationFailed('PKCE flow requires code_challenge_method and code_challenge');
  const method = name.toLowerCase();
  if (method !== 's256' && method !== 'plain') throw validationFailed('invalid code challenge method');
  if (challenge.length < 43 || challenge.length > 128) {
    throw validationFailed('code challenge has to be between 43 and 128 characters');
  }
  if (!/^[A-Za-z0-9._~-]+$/.test(challenge)) {
    throw validationFailed(
      'code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes',
    );
  }
  return { challenge, method };
}
