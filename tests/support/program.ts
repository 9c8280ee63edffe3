// A program that runs beside the server until it is stopped.
import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

export type Program = { pid: number; stop(): Promise<void> };

const PAUSE_MS = 50;
const PAUSES = 200;

/** Starts a program and waits until it is ready. Throws with its errors if it ends before, or is not ready within ten seconds. */
export async function startProgram(
  file: string,
  args: string[],
  options: SpawnOptions,
  isReady: () => Promise<boolean>,
): Promise<Program> {
  const program = spawn(file, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(program, 'exit');
  let errors = '';
  program.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const stop = async () => {
    program.kill('SIGTERM');
    await ended;
  };
  for (let pauses = 0; pauses < PAUSES && program.exitCode === null; pauses += 1) {
    if (await isReady()) return { pid: program.pid ?? 0, stop };
    await wait(PAUSE_MS);
  }
  await stop();
  throw new Error(`${file} is not ready:\n${errors}`);
}
