// CPU time of a process and its children. Linux only.
import { readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

/** The fields of /proc/<pid>/stat after the name. Index 1 is the parent; 13 and 14 are the CPU times of ended children, in ticks. */
function fieldsOf(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  } catch {
    return []; // already ended
  }
}

/** Sums the threads' times, which are in nanoseconds; those of the process are in ticks. */
function secondsOf(pid: string): number {
  const fields = fieldsOf(pid);
  if (fields.length === 0) return 0;
  const threads = readdirSync(`/proc/${pid}/task`).map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
  );
  const ended = (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND;
  return threads.reduce((sum, one) => sum + one, 0) / 1e9 + ended;
}

/** CPU seconds of a process and its direct children. */
export function cpuSeconds(pid: number): number {
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && fieldsOf(name)[1] === String(pid));
  return [String(pid), ...children].reduce((sum, one) => sum + secondsOf(one), 0);
}
