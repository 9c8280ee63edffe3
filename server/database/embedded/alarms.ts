// In charge of telling which lines of PostgreSQL's log a person has to see. Lets no statement through: PostgreSQL writes those on lines of their own.

const ALARM = /^\S+ \S+ \S+ \[\d+\] (?:PANIC|FATAL|LOG(?=:.*(?:terminated by signal|No space left))): +(.+)/;

/** What ends a connection in the ordinary way: an orderly end, a client that has closed it, a start or recovery that is not over, a login that fails. */
const ORDINARY =
  /^(terminating connection due to administrator command|connection to client lost|the database system is |.*authentication failed|no pg_hba\.conf entry)/;

/** What a line of the log alarms with, without date and process; undefined for an ordinary line. */
export function alarmIn(line: string): string | undefined {
  const alarm = ALARM.exec(line)?.[1];
  return alarm === undefined || ORDINARY.test(alarm) ? undefined : alarm;
}
