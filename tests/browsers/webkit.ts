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
  finger: 'a mouse that passes for a finger',
  packages: 'webkit2gtk-driver xvfb',
  isInstalled: () => PROGRAMS.every((program) => existsSync(program)),
  async start() {
    const display = `:${100 + (process.pid % 400)}`;
    const screen = spawn('Xvfb', [display, '-screen', '0', '1440x1000x24', '-nolisten', 'tcp'], { stdio: 'ignore' });
    const port = await freePort();
    const home = newFolder('webkit'); // where it saves files, too
    const env = {
      ...process.env,
      HOME: home,
      DISPLAY: display,
      GDK_BACKEND: 'x11',
      NO_AT_BRIDGE: '1',
      XDG_RUNTIME_DIR: home,
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
    const act = (device: object) => send<void>('POST', `${at}/actions`, { actions: [device] });
    const run = <Result>(script: string, args: object[] = []) =>
      send<Result>('POST', `${at}/execute/sync`, { script, args });
    return {
      problems: [],
      downloads: home,
      open: (url) => send('POST', `${at}/url`, { url }),
      run,
      click: (xpath) => retried(async () => send('POST', `${await find(xpath)}/click`, {})),
      type: async (xpath, text) => send('POST', `${await find(xpath)}/value`, { text }),
      press: (key) =>
        act({
          type: 'key',
          id: 'keyboard',
          actions: ['keyDown', 'keyUp'].map((type) => ({ type, value: KEYS[key] ?? key })),
        }),
      choose: async (xpath, file) => send('POST', `${await find(xpath)}/value`, { text: file }),
      /** The driver takes a pointer of type touch, and moves the mouse: the page is told that the mouse is a finger. */
      swipe: async (xpath, by) => {
        await run(
          `Object.defineProperty(PointerEvent.prototype, 'pointerType', { get: () => 'touch', configurable: true })`,
        );
        const origin = { [ELEMENT]: (await find(xpath)).split('/').at(-1) };
        const move = (x: number) => ({ type: 'pointerMove', origin, x: Math.round(x), y: 0, duration: 50 });
        await act({
          type: 'pointer',
          id: 'finger',
          parameters: { pointerType: 'touch' },
          actions: [
            move(0),
            { type: 'pointerDown', button: 0 },
            ...[0.25, 0.5, 0.75, 1].map((share) => move(by * share)),
            { type: 'pointerUp', button: 0 },
          ],
        });
      },
      resize: (width) => send('POST', `${at}/window/rect`, { width, height: 1000 }),
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
