// Finds a browser for tests: the system's, else Debian's package for root, else Playwright's download.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** The headless shell first: the same engine, a quarter faster in the end-to-end tests. */
const PATHS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
];

/** Returns the path of the system's Chromium, or of `CHROMIUM`; undefined to use Playwright's. */
export function findChromium(): string | undefined {
  return [process.env.CHROMIUM, ...PATHS].find((file) => file && existsSync(file));
}

/** Starts every browser without requests of its own. */
export const browserOptions = () => ({
  executablePath: findChromium(),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});

/** Installs Chromium if there is none. Throws if that fails. */
export function ensureChromium(): void {
  if (findChromium()) return;
  if (process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0) {
    const quietly = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
    execFileSync('apt-get', ['update'], quietly);
    for (const name of ['chromium-headless-shell', 'chromium']) {
      spawnSync('apt-get', ['install', '-y', '--no-install-recommends', name], quietly);
      if (findChromium()) return;
    }
  }
  execFileSync('playwright', ['install', 'chromium'], { stdio: 'inherit' });
}
