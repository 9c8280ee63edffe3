// The response for any error. The message of an unexpected one is only logged.
import pg from 'pg';
import { DatabaseUnreachable } from '../database/connections/connections.ts';
import { Overloaded } from '../database/connections/scheduler.ts';
import { ClientGone } from '../database/connections/shared-connections.ts';
import { InvalidToken } from '../jwt.ts';
import { responseLimits } from '../limits.ts';
import { statementError, unreachableDatabase } from './database-errors.ts';
import { clientGone, invalidToken, overloaded, RestError, responseTooLarge } from './errors.ts';

export function errorResponse(
  failure: unknown,
  { isAnonymous, isHead }: { isAnonymous: boolean; isHead: boolean },
): Response {
  const error = toRestError(failure, isAnonymous);
  const headers = { 'Content-Type': 'application/json; charset=utf-8', ...error.headers };
  return new Response(isHead ? null : JSON.stringify(error.body), { status: error.status, headers });
}

function toRestError(failure: unknown, isAnonymous: boolean): RestError {
  if (failure instanceof RestError) return failure;
  if (failure instanceof InvalidToken) return invalidToken(failure.reason, failure.message);
  if (failure instanceof Overloaded) return overloaded(failure);
  if (failure instanceof ClientGone) return clientGone();
  if (failure instanceof DatabaseUnreachable) return unreachableDatabase(failure);
  if (failure instanceof pg.DatabaseError) {
    return isTooLarge(failure) ? responseTooLarge(responseLimits.one) : statementError(failure, isAnonymous);
  }
  return new RestError(500, 'PGRSTX00', 'Internal server error');
}

/** Embedded rows above their limit (`isCounted` in sql/rows.ts), or a value above 1 GB. */
const isTooLarge = ({ code, routine }: pg.DatabaseError) =>
  code === '54000' && (routine === 'repeat' || routine === 'enlargeStringInfo');
