// In charge of how much of the processor a process has used so far, and those that it has started; Linux alone tells.
import { readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

type Process = { parent: number; seconds: number };

function read(pid: string): Process | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    // After the name: state, parent, … and as 12th and 13th user and system time, as 14th and 15th that of children that have ended.
    const ticks = [11, 12, 13, 14].reduce((sum, field) => sum + Number(fields[field]), 0);
    return { parent: Number(fields[1]), seconds: ticks / TICKS_PER_SECOND };
  } catch {
    return undefined; // ended meanwhile
  }
}

/** Seconds of a process with all its children. */
export function cpuSeconds(pid: number): number {
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && read(name)?.parent === pid);
  return [String(pid), ...children].reduce((sum, one) => sum + (read(one)?.seconds ?? 0), 0);
}
