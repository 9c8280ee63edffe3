// In charge of every failure as an answer: a refusal of ours, one of PostgreSQL, a database out of reach. Keeps the words of what no one foresaw to the log.
import pg from 'pg';
import { DatabaseUnreachable } from '../database/connections.ts';
import { ClientGone } from '../database/rows.ts';
import { Overloaded } from '../database/scheduler.ts';
import { InvalidToken } from '../jwt.ts';
import { answerLimits } from '../limits.ts';
import { statementError, unreachableDatabase } from './database-errors.ts';
import { answerTooLarge, clientGone, invalidToken, overloaded, RestError } from './errors.ts';

/** The answer for anything thrown on the way; `isHead` leaves its body out. */
export function errorResponse(
  failure: unknown,
  { isAnonymous, isHead }: { isAnonymous: boolean; isHead: boolean },
): Response {
  const refusal = asRefusal(failure, isAnonymous);
  const headers = { 'Content-Type': 'application/json; charset=utf-8', ...refusal.headers };
  return new Response(isHead ? null : JSON.stringify(refusal.body), { status: refusal.status, headers });
}

function asRefusal(failure: unknown, isAnonymous: boolean): RestError {
  if (failure instanceof RestError) return failure;
  if (failure instanceof InvalidToken) return invalidToken(failure.reason, failure.message);
  if (failure instanceof Overloaded) return overloaded(failure);
  if (failure instanceof ClientGone) return clientGone();
  if (failure instanceof DatabaseUnreachable) return unreachableDatabase(failure);
  if (failure instanceof pg.DatabaseError) {
    return isTooLarge(failure) ? answerTooLarge(answerLimits.one) : statementError(failure, isAnonymous);
  }
  return new RestError(500, { code: 'PGRSTX00', message: 'Internal server error' });
}

/** A text that PostgreSQL cannot make: embedded rows past their bound, or a value of more than a gigabyte. */
const isTooLarge = ({ code, routine }: pg.DatabaseError) =>
  code === '54000' && (routine === 'repeat' || routine === 'enlargeStringInfo');
