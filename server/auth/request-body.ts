// Reads JSON bodies within their limits: null means absent, and text that PostgreSQL cannot store is rejected.
import type { MiddlewareHandler } from 'hono';
import { z } from 'zod';
import { accountJsonBounds, jsonExcess } from '#domain/http/json-excess.ts';
import { readBytes, UnreadBody } from '#domain/http/request-body.ts';
import { lengthError, textLengths } from '#domain/limits.ts';
import { clientNetwork } from '../http/client.ts';
import { bodyLimits } from '../limits.ts';
import { MemoryBudget } from '../memory-budget.ts';
import type { AuthContext, AuthEnv } from './context.ts';
import { AuthError, invalidText, tooManyRequests, validationFailed } from './errors.ts';
import type { CodeChallenge } from './flow-state.ts';

const DEPTH_LIMIT = 32;

export const text = z
  .string()
  .nullish()
  .transform((value) => value ?? undefined);
export const record = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((value) => value ?? undefined);

/** User metadata; its `full_name` is copied into the profile. */
export const userMetadata = record.superRefine((data, context) => {
  const name = data?.full_name;
  const fault = typeof name === 'string' ? lengthError('The full name', name, textLengths.fullName) : undefined;
  if (fault) context.addIssue({ code: 'custom', message: fault });
});

const notJson = (reason: string) => new AuthError(400, 'bad_json', `Could not parse request body as JSON: ${reason}`);

/** Ignores members that the schema does not name; `limit` is in bytes. Throws bad_json or validation_failed. */
export async function readBody<Schema extends z.ZodType>(
  c: AuthContext,
  schema: Schema,
  limit?: number,
): Promise<z.output<Schema>> {
  const value = parse(await c.var.readText(limit));
  requireStorable(value, DEPTH_LIMIT);
  const parsed = schema.safeParse(value ?? {});
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  if (issue?.code === 'custom') throw validationFailed(issue.message);
  throw notJson(`${issue?.path.join('.') || 'body'}: ${issue?.message}`);
}

/** Reads a body like readBody, but takes an empty one for an empty object. */
export async function readOptionalBody<Schema extends z.ZodType>(
  c: AuthContext,
  schema: Schema,
): Promise<z.output<Schema>> {
  return (await c.var.readText()) === '' ? schema.parse({}) : readBody(c, schema);
}

function parse(body: string): unknown {
  const excess = jsonExcess(body, { ...accountJsonBounds, depth: Number.POSITIVE_INFINITY }); // requireStorable checks the depth
  if (excess) throw validationFailed(`The request body ${excess}`);
  try {
    return JSON.parse(body);
  } catch (error) {
    throw notJson((error as Error).message);
  }
}

/** PostgreSQL stores neither a zero character nor half of a surrogate pair. */
function requireStorable(value: unknown, depth: number): void {
  if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) throw invalidText();
  if (typeof value !== 'object' || value === null) return;
  if (depth === 0) throw validationFailed(`Values must not be nested more than ${DEPTH_LIMIT} deep`);
  for (const [key, member] of Object.entries(value)) {
    requireStorable(key, depth);
    requireStorable(member, depth - 1);
  }
}

/**
 * Sets `readText`, which limits the size of a body and of all bodies together: a request holds the bytes that have arrived until it is answered.
 * Endpoints call it after rate limits and authentication, so the body of a rejected request is never read.
 */
export function limitBodies(): MiddlewareHandler<AuthEnv> {
  const bodies = new MemoryBudget(bodyLimits.accountsTogether);
  return async (c, next) => {
    const reservation = bodies.open(clientNetwork(c.var.client));
    const read = async (limit: number) => {
      try {
        return new TextDecoder().decode(await readBytes(c.req.raw, limit, reservation.take));
      } catch (error) {
        c.header('Connection', 'close'); // the rest of the body is not read, so the connection cannot be reused
        throw bodyError(error, limit);
      }
    };
    let text: Promise<string> | undefined;
    c.set('readText', (limit = bodyLimits.accounts) => (text ??= read(limit)));
    try {
      await next();
    } finally {
      reservation.release();
    }
  };
}

function bodyError(error: unknown, limit: number): unknown {
  if (!(error instanceof UnreadBody)) return error;
  if (error.reason === 'over budget') return tooManyRequests();
  if (error.reason === 'cut short') return new AuthError(400, 'bad_json', 'The body ended before it was complete');
  return new AuthError(413, 'request_entity_too_large', `The body is larger than ${limit} bytes`);
}

/** The members of a body that begin a PKCE flow (RFC 7636), for its schema. */
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
