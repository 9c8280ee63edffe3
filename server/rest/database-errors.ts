// Maps errors of PostgreSQL to the responses of PostgREST.
import type { DatabaseUnreachable } from '../database/connections/connections.ts';
import { DISK_FULL, RestError } from './errors.ts';

/** The parts of pg's DatabaseError that a caller may see; `code` is the SQLSTATE. */
export type StatementError = {
  code?: string | undefined;
  message: string;
  detail?: string | undefined;
  hint?: string | undefined;
};

type Coded = StatementError & { code: string };

const byState: Record<string, number> = {
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
  '53400': 500,
  '57P01': 503,
  '57P02': 503,
  '57P03': 503,
  P0001: 400,
};

const byClass: Record<string, number> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '21': 500,
  '25': 500,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '53': 503,
  '54': 400, // differs from PostgREST: the request exceeds a limit of PostgreSQL
  '55': 500,
  '57': 500,
  '58': 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
};

function errorStatus({ code, message }: Coded, isAnonymous: boolean): number {
  if (code === '42501') return isAnonymous ? 401 : 403;
  if (code === '22023') return /^role .* does not exist$/.test(message) ? 401 : 400;
  if (/^PT[2-5]\d\d$/.test(code)) return Number(code.slice(2));
  return byState[code] ?? byClass[code.slice(0, 2)] ?? 400;
}

export const isDeadlock = (failure: unknown): boolean => (failure as { code?: unknown }).code === '40P01';

export const isTimeout = (failure: unknown): boolean => (failure as { code?: unknown }).code === '57014';

/** The message of an internal error (class XX) is only logged. */
export function statementError(error: StatementError, isAnonymous: boolean): RestError {
  const { code = 'XX000', message, detail, hint } = error;
  if (code === 'PGRST') return raisedResponse(error);
  const status = errorStatus({ ...error, code }, isAnonymous);
  if (code.startsWith('XX')) return new RestError(status, code, 'Internal database error');
  const challenge = status === 401 && { headers: { 'WWW-Authenticate': 'Bearer' } };
  return new RestError(status, code, message, { details: detail, hint, ...challenge });
}

/**
 * No connection (PGRST000), a connection that failed during a statement (PGRST001), or a lack of disk space. Clients may retry.
 * PostgreSQL's message, which may contain file names, is only logged.
 */
export function unreachableDatabase({ cause, hadConnection }: DatabaseUnreachable): RestError {
  const headers = { 'Retry-After': '1' };
  const { code } = cause as { code?: string };
  if (code === DISK_FULL) {
    return new RestError(503, code, 'The disk of the database is full', { hint: 'Reading still works.', headers });
  }
  if (hadConnection)
    return new RestError(503, 'PGRST001', 'Database client error. Retrying the connection.', { headers });
  return new RestError(503, 'PGRST000', 'Database connection error. Retrying the connection.', { headers });
}

/** `raise sqlstate 'PGRST'` sets the response: the body in the message, status and headers in the detail. */
function raisedResponse({ message, detail }: StatementError): RestError {
  const body = parsedObject(message);
  const envelope = parsedObject(detail);
  const status = envelope?.status;
  if (typeof body?.code !== 'string' || typeof body.message !== 'string' || !isResponseStatus(status)) {
    return new RestError(500, 'PGRST121', 'Could not parse JSON in the "RAISE SQLSTATE \'PGRST\'" error', {
      hint: "MESSAGE must be a JSON object with 'code' and 'message', DETAIL one with 'status' and 'headers'.",
    });
  }
  const { code, details, hint } = body;
  return new RestError(status, code, body.message, {
    details,
    hint: typeof hint === 'string' ? hint : null,
    headers: validHeaders(envelope?.headers),
  });
}

/** The headers that a function names, without those whose name or value no header may have. */
function validHeaders(named: unknown): Record<string, string> {
  const pairs = typeof named === 'object' && named !== null ? Object.entries(named) : [];
  const isHeader = ([name, value]: [string, unknown]) =>
    /^[\w-]+$/.test(name) && typeof value === 'string' && /^[\x20-\x7e]*$/.test(value);
  return Object.fromEntries(pairs.filter(isHeader));
}

const isResponseStatus = (status: unknown): status is number =>
  Number.isInteger(status) &&
  Number(status) >= 200 &&
  Number(status) <= 599 &&
  ![204, 205, 304].includes(Number(status));

function parsedObject(text: string | undefined): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return typeof value === 'object' ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
