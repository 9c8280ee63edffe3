import { expect, test } from 'vitest';
import { alarmIn } from './postmaster.ts';

const logged = (message: string) => `2026-11-21 20:28:21.965 UTC [21257] ${message}`;

test.each([
  [
    'LOG:  client backend (PID 21341) was terminated by signal 9: Killed',
    'client backend (PID 21341) was terminated by signal 9: Killed',
  ],
  [
    'PANIC:  could not write to file "pg_wal/xlogtemp.29": No space left on device',
    'could not write to file "pg_wal/xlogtemp.29": No space left on device',
  ],
  [
    'LOG:  could not write temporary statistics file "x": No space left on device',
    'could not write temporary statistics file "x": No space left on device',
  ],
  [
    'FATAL:  terminating connection due to idle-in-transaction timeout',
    'terminating connection due to idle-in-transaction timeout',
  ],
  ['FATAL:  sorry, too many clients already', 'sorry, too many clients already'],
])('%s is an alarm', (message, alarm) => {
  expect(alarmIn(logged(message))).toBe(alarm);
});

test.each([
  logged('LOG:  database system is ready to accept connections'),
  logged('LOG:  received fast shutdown request'),
  logged('LOG:  terminating any other active server processes'),
  logged('FATAL:  terminating connection due to administrator command'),
  logged('FATAL:  connection to client lost'),
  logged('FATAL:  the database system is starting up'),
  logged('FATAL:  the database system is in recovery mode'),
  logged('FATAL:  Peer authentication failed for user "other"'),
  logged('FATAL:  password authentication failed for user "postgres"'),
  logged(`STATEMENT:  select 'FATAL:  terminated by signal'`),
  logged('DETAIL:  Failed process was running: select PANIC:  '),
  `\t'2026-11-21 20:28:21.965 UTC [1] FATAL:  a value'`,
  'Killed',
])('%j is not an alarm', (line) => {
  expect(alarmIn(line)).toBeUndefined();
});
