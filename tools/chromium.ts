// In charge of finding a browser for the tests: the system's, else Debian's package when root, else the test tool's own download.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** The shell without a screen first: the same engine, a quarter quicker through the stories. */
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
];

/** The path of the system's Chromium, or undefined where the test tool's own is to be used. `CHROMIUM` names another. */
export function findChromium(): string | undefined {
  return [process.env.CHROMIUM, ...PLACES].find((place) => place && existsSync(place));
}

/** Installs a Chromium where none is found. Throws when neither way works. */
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
