// Runs a command of tools/ with the given environment and PATH only.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';

export function startTool(name: string, args: string[], env: Record<string, string>): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [`tools/${name}.ts`, ...args], { env: { PATH: process.env.PATH, ...env } });
}

/** Its exit code and output. */
export async function endOf(tool: ChildProcessWithoutNullStreams): Promise<{ code: number; said: string }> {
  const said = { out: '', error: '' };
  tool.stdout.setEncoding('utf8').on('data', (text: string) => {
    said.out += text;
  });
  tool.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.error += text;
  });
  const [code] = (await once(tool, 'close')) as [number | null];
  return { code: code ?? -1, said: (said.out + said.error).trim() };
}

export const runTool = (name: string, args: string[], env: Record<string, string>) => endOf(startTool(name, args, env));
