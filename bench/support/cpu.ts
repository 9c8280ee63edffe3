// CPU time of a process and its children. Linux only.
import { readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100; // sysconf(_SC_CLK_TCK)

/** The fields of /proc/<pid>/stat after the name: 1 is the parent, 11 and 12 the times of the process with its ended threads, 13 and 14 those of its ended children. */
function fieldsOf(pid: string): number[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').map(Number) ?? [];
  } catch {
    return []; // already ended
  }
}

const sumOf = (fields: number[], ...indexes: number[]) => indexes.reduce((sum, index) => sum + (fields[index] ?? 0), 0);

/** CPU seconds of a process and its direct children, also those that have ended. */
export function cpuSeconds(pid: number): number {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(fieldsOf)
    .filter((fields) => fields[1] === pid);
  const ticks = children.reduce(
    (sum, fields) => sum + sumOf(fields, 11, 12),
    sumOf(fieldsOf(String(pid)), 11, 12, 13, 14),
  );
  return ticks / TICKS_PER_SECOND;
}
