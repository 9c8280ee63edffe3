// `npm run screenshots -- [name …]`: takes docs/screenshots with a new server and the demo: every screen at three widths, light and dark, on one
// page (index.html), and the moving picture of a review (review.gif).
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { decode, encode } from 'fast-png';
import { openBrowser, openPage, signedInToDemo } from '../tests/support/browser.ts';
import { openDemo } from '../tests/support/server.ts';
import { filmReview } from './screenshots/review.ts';
import { screens } from './screenshots/screens.ts';

const OUT = path.resolve(import.meta.dirname, '../docs/screenshots');
const WIDTHS = { 390: 844, 768: 1024, 1440: 900 };
const SCHEMES = ['light', 'dark'] as const;

const pictureNames = (name: string) =>
  Object.keys(WIDTHS).flatMap((width) => SCHEMES.map((scheme) => `${name}-${width}-${scheme}.png`));

const imageHtml = (file: string) => `<a href="${file}"><img src="${file}" alt="${file}" loading="lazy" /></a>`;

async function take(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  for (const [width, height] of Object.entries(WIDTHS)) {
    await page.setViewportSize({ width: Number(width), height });
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.waitForTimeout(500);
      writeFileSync(
        path.join(OUT, `${name}-${width}-${colorScheme}.png`),
        encode(decode(await page.screenshot()), { zlib: { level: 9 } }),
      );
    }
  }
}

/** One page with all pictures. */
const gallery = `<!doctype html>
<meta charset="utf-8" />
<title>Leadlight: every screen</title>
<style>
  body { font: 16px system-ui; margin: 2rem }
  img { height: 20rem; border: 1px solid #ccc; margin: 0.25rem }
</style>
${Object.values(screens)
  .flatMap(Object.keys)
  .map((name) => `<h2>${name}</h2>${pictureNames(name).map(imageHtml).join('')}`)
  .join('\n')}
`;

mkdirSync(OUT, { recursive: true });
const server = await openDemo();
const browser = await openBrowser();
try {
  const wanted = process.argv.slice(2);
  const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name);
  const users = { visitor: undefined, ...(await signedInToDemo(server.url)) };
  const inNewPage = async (user: keyof typeof users, work: (page: Page) => Promise<void>, options = {}) => {
    const page = await openPage(browser, server.url, users[user], { reducedMotion: 'reduce', ...options });
    await work(page);
    await page.context().close();
  };
  if (isWanted('review')) {
    // The film is made before other screens import leads.
    const film = async (page: Page) => writeFileSync(path.join(OUT, 'review.gif'), await filmReview(page));
    await inNewPage('customer', film, { viewport: { width: 1100, height: 660 } });
  }
  for (const user of ['visitor', 'customer', 'admin'] as const)
    for (const [name, open] of Object.entries(screens[user]).filter(([name]) => isWanted(name))) {
      await inNewPage(user, async (page) => {
        await (typeof open === 'string' ? page.goto(open) : open(page));
        await take(page, name);
      });
      console.log(name);
    }
  if (wanted.length === 0) writeFileSync(path.join(OUT, 'index.html'), gallery);
} finally {
  await browser.close();
  await server.end();
}
