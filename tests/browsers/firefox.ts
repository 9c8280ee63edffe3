// Firefox ESR by WebDriver BiDi.
import { existsSync } from 'node:fs';
import puppeteer, { type ElementHandle } from 'puppeteer-core';
import { newFolder } from '../support/temporary-files.ts';
import type { Engine } from './driver.ts';

const PROGRAM = '/usr/bin/firefox-esr';

export const firefox: Engine = {
  name: 'Firefox',
  finger: 'a finger',
  packages: 'firefox-esr',
  isInstalled: () => existsSync(PROGRAM),
  async start() {
    const downloads = newFolder('firefox');
    const browser = await puppeteer.launch({
      browser: 'firefox',
      executablePath: PROGRAM,
      headless: true,
      extraPrefsFirefox: {
        'app.update.enabled': false,
        'browser.download.dir': downloads,
        'browser.download.folderList': 2, // that folder
        'datareporting.policy.dataSubmissionEnabled': false,
      },
      env: { ...process.env, HOME: process.env.TMPDIR ?? '/tmp' },
    });
    const page = await browser.newPage();
    await page.setViewport({ width: 1440, height: 900 });
    const problems: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    page.on('pageerror', (error) => problems.push(String(error)));
    const find = (xpath: string) =>
      page.waitForSelector(`::-p-xpath(${xpath})`, { visible: !xpath.includes('type="file"'), timeout: 30_000 });
    return {
      problems,
      downloads,
      open: async (url) => void (await page.goto(url)),
      run: <Result>(body: string) => page.evaluate(`(() => { ${body} })()`) as Promise<Result>,
      click: async (xpath) => (await find(xpath))?.click(),
      type: async (xpath, text) => (await find(xpath))?.type(text),
      press: (key) => page.keyboard.press(key as 'a'),
      choose: async (xpath, file) => ((await find(xpath)) as ElementHandle<HTMLInputElement> | null)?.uploadFile(file),
      swipe: async (xpath, by) => {
        const box = await (await find(xpath))?.boundingBox();
        if (!box) throw new Error(`${xpath} is not visible`);
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
        await page.touchscreen.touchStart(x, y);
        for (const share of [0.25, 0.5, 0.75, 1]) await page.touchscreen.touchMove(x + by * share, y);
        await page.touchscreen.touchEnd();
      },
      resize: (width) => page.setViewport({ width, height: 900 }),
      back: async () => void (await page.goBack()),
      reload: async () => void (await page.reload()),
      close: () => browser.close(),
    };
  },
};
