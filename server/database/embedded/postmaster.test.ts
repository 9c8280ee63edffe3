import { expect, test } from 'vitest';
import { alarmIn } from './postmaster.ts';

const said = (words: string) => `2026-11-21 20:28:21.965 UTC [21257] ${words}`;

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
])('%s is an alarm', (words, alarm) => {
  expect(alarmIn(said(words))).toBe(alarm);
});

test.each([
  said('LOG:  database system is ready to accept connections'),
  said('LOG:  received fast shutdown request'),
  said('LOG:  terminating any other active server processes'),
  said('FATAL:  terminating connection due to administrator command'),
  said('FATAL:  connection to client lost'),
  said('FATAL:  the database system is starting up'),
  said('FATAL:  the database system is in recovery mode'),
  said('FATAL:  Peer authentication failed for user "nobody"'),
  said('FATAL:  password authentication failed for user "postgres"'),
  said(`STATEMENT:  select 'FATAL:  terminated by signal'`),
  said('DETAIL:  Failed process was running: select PANIC:  '),
  `\t'2026-11-21 20:28:21.965 UTC [1] FATAL:  a value'`,
  'Killed',
])('%j is none', (line) => {
  expect(alarmIn(line)).toBeUndefined();
});
