// Processor time, memory and relations of processes. Linux only; a process that has ended uses nothing.
import { readdirSync, readFileSync } from 'node:fs';

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return ''; // already ended
  }
}

const MS_PER_TICK = 10; // sysconf(_SC_CLK_TCK) is 100

/** The fields of /proc/<pid>/stat after the name: 0 is the state, 1 the parent, 11 and 12 the times of the process with its ended threads, 13 and 14 those of its ended children. */
const statFields = (pid: number) => read(pid, 'stat').split(') ')[1]?.split(' ') ?? [];

const sumFields = (fields: string[], ...indexes: number[]) =>
  indexes.reduce((sum, index) => sum + Number(fields[index] ?? 0), 0) * MS_PER_TICK;

/** All processes. */
export const listProcesses = (): number[] => readdirSync('/proc').map(Number).filter(Number.isInteger);

export const listChildren = (pid: number): number[] => listProcesses().filter((child) => readParent(child) === pid);

export const readParent = (pid: number): number => Number(statFields(pid)[1] ?? 0);

export const readCommand = (pid: number): string => read(pid, 'cmdline').replaceAll('\0', ' ');

/** Whether it exists and is no zombie. */
export const isRunning = (pid: number): boolean => !['Z', undefined].includes(statFields(pid)[0]);

/** Sends a signal, if the process has not ended. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // already ended
  }
}

/** The present memory of a process, its highest, or its private memory, in MB. */
export const memoryUse = (pid: number, field: 'VmRSS' | 'VmHWM' | 'RssAnon' = 'VmRSS'): number =>
  Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(read(pid, 'status'))?.[1] ?? 0) / 1024;

/** Milliseconds of processor time of these processes and their direct children, also those that have ended. */
function processorTime(pids: number[]): number {
  const children = new Map(listProcesses().map((pid) => [pid, statFields(pid)]));
  return pids.reduce((total, pid) => {
    const living = [...children.values()].filter((fields) => Number(fields[1]) === pid);
    return living.reduce(
      (sum, fields) => sum + sumFields(fields, 11, 12),
      total + sumFields(statFields(pid), 11, 12, 13, 14),
    );
  }, 0);
}

/** The milliseconds of processor time that each group of processes, with their direct children, uses while work runs. */
export async function measureProcessorTime<Group extends string>(
  groups: Record<Group, number[]>,
  work: () => Promise<unknown>,
): Promise<Record<Group, number>> {
  const now = () => Object.entries<number[]>(groups).map(([group, pids]) => [group, processorTime(pids)] as const);
  const before = new Map(now());
  await work();
  const used = now().map(([group, time]) => [group, time - (before.get(group) ?? 0)]);
  return Object.fromEntries(used) as Record<Group, number>;
}
