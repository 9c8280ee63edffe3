// Runs a command of tools/ with the given environment, PATH and the compile cache only.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { COMPILE_CACHE } from './compile-cache.ts';

export function startTool(name: string, args: string[], env: Record<string, string>): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [`tools/${name}.ts`, ...args], {
    env: { PATH: process.env.PATH, ...COMPILE_CACHE, ...env },
  });
}

export async function waitForExit(tool: ChildProcessWithoutNullStreams): Promise<{ code: number; output: string }> {
  const chunks = { out: '', error: '' };
  tool.stdout.setEncoding('utf8').on('data', (text: string) => {
    chunks.out += text;
  });
  tool.stderr.setEncoding('utf8').on('data', (text: string) => {
    chunks.error += text;
  });
  const [code] = (await once(tool, 'close')) as [number | null];
  return { code: code ?? -1, output: (chunks.out + chunks.error).trim() };
}

export const runTool = (name: string, args: string[], env: Record<string, string>) =>
  waitForExit(startTool(name, args, env));

/** What a command prints to standard output on this database. Throws if the command fails. */
export async function outputOf(name: 'service-key' | 'rotate-keys', databaseUrl: string): Promise<string> {
  const tool = startTool(name, [], { DATABASE_URL: databaseUrl });
  let printed = '';
  tool.stdout.on('data', (text: string) => {
    printed += text;
  });
  const { code, output } = await waitForExit(tool);
  if (code !== 0) throw new Error(`${name} ended with ${code}: ${output}`);
  return printed.trim();
}
