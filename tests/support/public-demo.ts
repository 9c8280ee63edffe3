// A public demo whose hour ends when the test wants it.
import { openServer, type Server } from './server.ts';

/**
 * Runs in the server's process: its clock begins at a full hour, so that only the timer of the next reset takes longer than half of one, and SIGUSR2
 * runs what that timer would.
 */
const clock = `
  const { now } = Date, { setTimeout } = globalThis;
  const ahead = 3600000 - (now() % 3600000);
  let endHour = () => {};
  Date.now = () => now() + ahead;
  globalThis.setTimeout = (run, ms, ...rest) => {
    if (ms > 1800000) endHour = run;
    return setTimeout(run, ms, ...rest);
  };
  process.on('SIGUSR2', () => endHour());
`;

export type PublicDemo = Server & {
  /** Ends the hour. Resolves when the demo was reset. */
  endHour(): Promise<void>;
};

export async function openPublicDemo(settings: Record<string, string> = {}): Promise<PublicDemo> {
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(clock)}`;
  const server = await openServer({ DEMO: 'public', ADMIN_EMAIL: '', ADMIN_PASSWORD: '', NODE_OPTIONS, ...settings });
  const resets = () => server.output().split('public demo reset').length;
  return {
    ...server,
    endHour: async () => {
      const before = resets();
      process.kill(server.pid, 'SIGUSR2');
      while (resets() === before) await new Promise((resolve) => setTimeout(resolve, 50));
    },
  };
}
