import { describe, expect, test } from 'vitest';
import { DatabaseUnreachable } from '../database/connections/connections.ts';
import { statementError, unreachableDatabase } from './database-errors.ts';

describe('errors of PostgreSQL', () => {
  test.each([
    ['23505', 409],
    ['23503', 409],
    ['23502', 400],
    ['22P02', 400],
    ['25006', 405],
    ['42P01', 404],
    ['42883', 404],
    ['42703', 400],
    ['42P17', 500],
    ['40001', 500],
    ['53300', 503],
    ['54011', 400],
    ['57014', 500],
    ['57P01', 503],
    ['P0001', 400],
    ['P0002', 500],
    ['PT418', 418],
    ['PT999', 400],
    ['21000', 500],
  ])('the database error %s is answered with %s', (code, status) => {
    const error = statementError({ code, message: 'm', detail: 'd', hint: 'h' }, false);
    expect({ status: error.status, body: error.body }).toEqual({
      status,
      body: { code, message: 'm', details: 'd', hint: 'h' },
    });
  });

  test('a missing privilege is 403 for a user, 401 without a token', () => {
    const missing = { code: '42501', message: 'permission denied' };
    expect(statementError(missing, false).status).toBe(403);
    expect(statementError(missing, true)).toMatchObject({ status: 401, headers: { 'WWW-Authenticate': 'Bearer' } });
  });

  test('an unknown role is 401, any other invalid setting 400', () => {
    expect(statementError({ code: '22023', message: 'role "x" does not exist' }, false).status).toBe(401);
    expect(statementError({ code: '22023', message: 'invalid value' }, false).status).toBe(400);
  });

  test('the message of an internal error is not sent to the client', () => {
    expect(statementError({ code: 'XX000', message: 'cache lookup failed for relation 1234' }, false).body).toEqual({
      code: 'XX000',
      message: 'Internal database error',
      details: null,
      hint: null,
    });
  });

  test('a function may write the whole answer', () => {
    const message = JSON.stringify({ code: 'X1', message: 'Pay first', hint: 'Top up' });
    const detail = JSON.stringify({ status: 402, headers: { 'X-Note': 'n' } });
    expect(statementError({ code: 'PGRST', message, detail }, false)).toMatchObject({
      status: 402,
      headers: { 'X-Note': 'n', 'Proxy-Status': 'PostgREST; error=X1' },
      body: { code: 'X1', message: 'Pay first', details: null, hint: 'Top up' },
    });
    expect(statementError({ code: 'PGRST', message: 'no json' }, false)).toMatchObject({
      status: 500,
      body: { code: 'PGRST121' },
    });
  });

  test('a missing connection is 503', () => {
    const codeOf = (cause: object, hadConnection: boolean) =>
      unreachableDatabase(new DatabaseUnreachable(cause, hadConnection)).body.code;
    expect(codeOf(new Error('Connection terminated unexpectedly'), true)).toBe('PGRST001');
    expect(codeOf(new Error('timeout exceeded when trying to connect'), false)).toBe('PGRST000');
    expect(codeOf({ code: '53100', message: 'could not extend file "base/1/2"' }, true)).toBe('53100');
  });
});
