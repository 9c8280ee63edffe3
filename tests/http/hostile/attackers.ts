// All attackers, in a process of a lower priority than the server's and its users'.
import { spawn } from 'node:child_process';
import os from 'node:os';
import { text } from 'node:stream/consumers';
import { attack, type Member, type Report } from './hostile-callers.ts';
import { attackRaw } from './raw-attackers.ts';

/** `members` are those of the hostile callers, and one more whose token the raw attackers use; `atOnce` is the concurrent requests of each caller. */
type Target = { url: string; members: readonly Member[]; atOnce: number; seconds: number };

/** Runs eight hostile callers and six attackers on raw sockets for this time. */
export async function runAttackers(target: Target): Promise<Report[]> {
  const child = spawn(process.execPath, [import.meta.filename], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(target));
  const reports = JSON.parse(await text(child.stdout)) as { name: string; statuses: [number, number][] }[];
  return reports.map(({ name, statuses }) => ({ name, statuses: new Map(statuses) }));
}

if (import.meta.main) {
  os.setPriority(os.constants.priority.PRIORITY_LOW);
  const { url, members, atOnce, seconds } = JSON.parse(await text(process.stdin)) as Target;
  const token = members.at(-1)?.token ?? '';
  const end = performance.now() + seconds * 1_000;
  const reports = await Promise.all([
    attack(url, members, atOnce, () => performance.now() > end),
    attackRaw({ url, token, seconds }),
  ]);
  process.stdout.write(JSON.stringify(reports.flat().map(({ name, statuses }) => ({ name, statuses: [...statuses] }))));
}
