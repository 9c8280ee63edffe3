// Sign-ins of one user while another address sends rejected ones, 400 at once, from another process.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent } from 'node:http';
import { text } from 'node:stream/consumers';
import { apiCall, quantile, runLoad, timer } from '../../tests/support/load.ts';
import type { LoadUser } from './users.ts';

const AT_ONCE = 400;

type Target = { url: string; seconds: number };

const signIn = (address: string, email: string, password: string) => {
  const call = apiCall(null, 'POST', '/auth/v1/token?grant_type=password', { email, password });
  return { ...call, headers: { ...call.headers, 'x-forwarded-for': address } };
};

/** The median and 95th percentile of the durations of one user's sign-ins, in milliseconds. */
async function measureSignIns({ url, seconds }: Target, { email, password, address }: LoadUser) {
  const isOver = timer(seconds);
  const durations: number[] = [];
  const { path, headers, ...init } = signIn(address, email, password);
  while (!isOver()) {
    const start = performance.now();
    const response = await fetch(url + path, { ...init, headers: { ...headers } });
    const answer = await response.text();
    if (response.status !== 200) throw new Error(`a sign-in was answered with ${response.status}: ${answer}`);
    durations.push(performance.now() - start);
  }
  return { median: quantile(durations, 0.5), slowest: quantile(durations, 0.95) };
}

/** Returns the durations of sign-ins alone and beside the flood, and what the flood was answered. */
export async function besideRejectedSignIns(target: Target, user: LoadUser) {
  const quiet = await measureSignIns({ ...target, seconds: target.seconds / 4 }, user);
  const child = spawn(process.execPath, [import.meta.filename], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify({ ...target, seconds: target.seconds + 3 }));
  const answers = text(child.stdout);
  await once(child.stdout, 'readable'); // the flood has begun
  const flooded = await measureSignIns(target, user);
  return { quiet, flooded, answers: (await answers).trim() };
}

if (import.meta.main) {
  const { url, seconds } = JSON.parse(await text(process.stdin)) as Target;
  process.stdout.write('\n');
  const workers = Array.from({ length: AT_ONCE }, (_, index) => `nobody-${index}@example.test`);
  const next = (email: string) => ({ name: 'sign-in', call: signIn('203.0.113.9', email, 'wrong-password') });
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const load = await runLoad({ bases: [url], workers, next, isError: () => false, agent }, seconds);
  process.stdout.write(load.summary());
}
