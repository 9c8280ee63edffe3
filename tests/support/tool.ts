// In charge of running a chore of tools/ as a person does, with nothing of the test run's own environment but PATH.
import { execFile } from 'node:child_process';

/** Its exit code and everything that it said. */
export function runTool(name: string, args: string[], env: Record<string, string>) {
  return new Promise<{ code: number; said: string }>((resolve) => {
    const all = { PATH: process.env.PATH, ...env };
    const child = execFile(process.execPath, [`tools/${name}.ts`, ...args], { env: all }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, said: (stdout + stderr).trim() }),
    );
  });
}
