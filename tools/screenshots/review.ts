// A moving picture of a review by keyboard.
import type { Page } from '@playwright/test';
import { decode } from 'fast-png';
import { encode } from 'modern-gif';

/** A key, what it does, and how long the result is shown. */
const STEPS: [key: string, does: string, milliseconds: number][] = [
  ['j', 'next', 700],
  ['j', 'next', 700],
  ['k', 'previous', 900],
  ['a', 'approve', 1300],
  ['a', 'approve', 1300],
  ['r', 'reject', 1600],
  ['3', 'with a reason', 1800],
  ['u', 'undo', 1800],
  ['a', 'approve', 2200],
];

/** Shows the pressed key on the page. */
function showKey([key, does]: [string, string]) {
  const id = 'pressed-key';
  const shown = document.getElementById(id) ?? document.body.appendChild(document.createElement('div'));
  shown.id = id;
  shown.style.cssText =
    'position:fixed;left:20px;bottom:24px;z-index:99;padding:10px 18px;border-radius:10px;background:#111827;color:#fff;font:600 20px system-ui';
  shown.textContent = `${key.toUpperCase()}  ${does}`;
}

/** Returns a GIF of these steps on the leads to review. */
export async function filmReview(page: Page): Promise<Uint8Array> {
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  const frames: { data: Uint8ClampedArray<ArrayBuffer>; delay: number }[] = [];
  const takeFrame = async (delay: number) => {
    await page.waitForTimeout(1_000); // until the counts follow
    frames.push({ data: decodePixels(await page.screenshot()), delay });
  };
  await page.goto('/leads?status=to-review');
  await page.locator('main tr[aria-current]').waitFor();
  await page.waitForLoadState('networkidle');
  await takeFrame(1200);
  for (const [key, does, delay] of STEPS) {
    await page.evaluate(showKey, [key, does] as [string, string]);
    await page.keyboard.press(key);
    await page.waitForLoadState('networkidle');
    await takeFrame(delay);
  }
  return new Uint8Array(await encode({ width, height, frames, looped: true }));
}

/** The pixels of a screenshot, all of them opaque. */
function decodePixels(png: Buffer): Uint8ClampedArray<ArrayBuffer> {
  const { data, channels, width, height } = decode(png);
  const rgba = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let pixel = 0; pixel < width * height; pixel += 1)
    for (let channel = 0; channel < 3; channel += 1) rgba[pixel * 4 + channel] = data[pixel * channels + channel] ?? 0;
  return rgba;
}
