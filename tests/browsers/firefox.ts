// Firefox ESR by WebDriver BiDi.
import { existsSync } from 'node:fs';
import puppeteer, { type ElementHandle } from 'puppeteer-core';
import type { Engine } from './driver.ts';

const PROGRAM = '/usr/bin/firefox-esr';

export const firefox: Engine = {
  name: 'Firefox',
  packages: 'firefox-esr',
  isInstalled: () => existsSync(PROGRAM),
  async start() {
    const browser = await puppeteer.launch({
      browser: 'firefox',
      executablePath: PROGRAM,
      headless: true,
      extraPrefsFirefox: { 'app.update.enabled': false, 'datareporting.policy.dataSubmissionEnabled': false },
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
      open: async (url) => void (await page.goto(url)),
      run: <Result>(body: string) => page.evaluate(`(() => { ${body} })()`) as Promise<Result>,
      click: async (xpath) => (await find(xpath))?.click(),
      type: async (xpath, text) => (await find(xpath))?.type(text),
      press: (key) => page.keyboard.press(key as 'a'),
      choose: async (xpath, file) => ((await find(xpath)) as ElementHandle<HTMLInputElement> | null)?.uploadFile(file),
      back: async () => void (await page.goBack()),
      reload: async () => void (await page.reload()),
      close: () => browser.close(),
    };
  },
};
