// WebKitGTK, Safari's engine, by WebDriver, in Xvfb.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { freePort } from '../support/free-port.ts';
import { newFolder } from '../support/temporary-files.ts';
import type { Engine } from './driver.ts';

const PROGRAMS = ['/usr/bin/WebKitWebDriver', '/usr/bin/Xvfb'];
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
const TRIES = 100;
const PAUSE_MS = 300;

/** The code points that WebDriver has for keys without a character. */
const KEYS: Record<string, string> = { Enter: '\uE007', Escape: '\uE00C', ArrowDown: '\uE015' };

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));

async function retried<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let left = TRIES; ; left--) {
    try {
      return await work();
    } catch (error) {
      if (left === 0) throw error;
      await pause();
    }
  }
}

export const webkit: Engine = {
  name: 'WebKit',
  packages: 'webkit2gtk-driver xvfb',
  isInstalled: () => PROGRAMS.every((program) => existsSync(program)),
  async start() {
    const display = `:${100 + (process.pid % 400)}`;
    const screen = spawn('Xvfb', [display, '-screen', '0', '1440x1000x24', '-nolisten', 'tcp'], { stdio: 'ignore' });
    const port = await freePort();
    const env = {
      ...process.env,
      DISPLAY: display,
      GDK_BACKEND: 'x11',
      NO_AT_BRIDGE: '1',
      XDG_RUNTIME_DIR: newFolder('webkit'),
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1', // a container has no namespaces for it; only this test's pages are opened
    };
    const driver = spawn('WebKitWebDriver', [`--port=${port}`], { env, stdio: 'ignore' });

    async function send<Result>(method: string, path: string, body?: object): Promise<Result> {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        ...(body && { body: JSON.stringify(body) }),
      });
      const { value } = (await response.json()) as { value: Result & { error?: string; message?: string } };
      if (!response.ok) throw new Error(`${path}: ${value.error} ${value.message}`);
      return value;
    }
    const { sessionId } = await retried(() =>
      send<{ sessionId: string }>('POST', '/session', { capabilities: { alwaysMatch: {} } }),
    );
    const at = `/session/${sessionId}`;
    const find = (xpath: string) =>
      retried(async () => {
        const found = await send<Record<string, string>>('POST', `${at}/element`, { using: 'xpath', value: xpath });
        return `${at}/element/${found[ELEMENT]}`;
      });
    return {
      problems: [],
      open: (url) => send('POST', `${at}/url`, { url }),
      run: <Result>(body: string) => send<Result>('POST', `${at}/execute/sync`, { script: body, args: [] }),
      click: (xpath) => retried(async () => send('POST', `${await find(xpath)}/click`, {})),
      type: async (xpath, text) => send('POST', `${await find(xpath)}/value`, { text }),
      press: (key) =>
        send('POST', `${at}/actions`, {
          actions: [
            {
              type: 'key',
              id: 'keyboard',
              actions: ['keyDown', 'keyUp'].map((type) => ({ type, value: KEYS[key] ?? key })),
            },
          ],
        }),
      choose: async (xpath, file) => send('POST', `${await find(xpath)}/value`, { text: file }),
      back: () => send('POST', `${at}/back`, {}),
      reload: () => send('POST', `${at}/refresh`, {}),
      async close() {
        await send('DELETE', at).catch(() => {});
        driver.kill();
        screen.kill();
      },
    };
  },
};
