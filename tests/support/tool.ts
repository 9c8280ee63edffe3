// Runs a command of tools/ with the given environment, PATH and the compile cache only.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { COMPILE_CACHE } from './compile-cache.ts';

export function startTool(name: string, args: string[], env: Record<string, string>): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [`tools/${name}.ts`, ...args], {
    env: { PATH: process.env.PATH, ...COMPILE_CACHE, ...env },
  });
}

async function readOutput(tool: ChildProcessWithoutNullStreams) {
  const ended = once(tool, 'close');
  const [printed, errors] = await Promise.all([text(tool.stdout), text(tool.stderr)]);
  const [code] = (await ended) as [number | null];
  return { code: code ?? -1, printed, errors };
}

export async function waitForExit(tool: ChildProcessWithoutNullStreams): Promise<{ code: number; output: string }> {
  const { code, printed, errors } = await readOutput(tool);
  return { code, output: (printed + errors).trim() };
}

export const runTool = (name: string, args: string[], env: Record<string, string>) =>
  waitForExit(startTool(name, args, env));

/** The standard output of a command on this database. Throws if the command fails. */
export async function toolOutput(name: 'service-key' | 'rotate-keys', databaseUrl: string): Promise<string> {
  const { code, printed, errors } = await readOutput(startTool(name, [], { DATABASE_URL: databaseUrl }));
  if (code !== 0) throw new Error(`${name} ended with ${code}: ${printed}${errors}`);
  return printed.trim();
}
