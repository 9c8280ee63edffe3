import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answer, failAuthWith, signIn } from '#tests/component/backend.ts';
import { findToast } from '#tests/component/queries.ts';
import { renderPage } from '#tests/component/render.tsx';
import { config } from '@/lib/config.ts';
import { formatTime } from '@/lib/format.ts';
import { PublicDemoBanner } from './public-demo-banner.tsx';

const HOUR = 3_600_000;

beforeEach(() => {
  config.publicDemo = { resetEveryMs: HOUR };
});
afterEach(() => {
  delete config.publicDemo;
  vi.restoreAllMocks();
});

const nextHour = () => formatTime(new Date((Math.floor(Date.now() / HOUR) + 1) * HOUR));
const banner = () => screen.findByRole('complementary', { name: 'Public demo' });

test('the banner of a public demo says when it is reset', async () => {
  renderPage(<PublicDemoBanner resetEveryMs={HOUR} />);
  expect((await banner()).textContent).toBe(`Public demo: everything is reset at ${nextHour()}`);
  expect(document.documentElement.hasAttribute('data-has-banner')).toBe(true);
});

test('the banner tells an administrator of a public demo that nothing can be changed', async () => {
  signIn({ roles: ['admin'] });
  renderPage(<PublicDemoBanner resetEveryMs={HOUR} />);
  expect((await banner()).textContent).toBe(
    `Public demo: everything is reset at ${nextHour()}. Administrators can look around but change nothing.`,
  );
});

test('after a reset the visitor is signed out and told why', async () => {
  signIn({});
  answer('GET', '/auth/v1/user', failAuthWith(403, 'session_not_found', 'Session does not exist'));
  vi.spyOn(Math, 'random').mockReturnValue(0);
  await new Promise((resolve) => setTimeout(resolve, 1_000 - (Date.now() % 1_000))); // a second before the next reset
  renderPage(<PublicDemoBanner resetEveryMs={1_000} />);
  await banner();
  expect(await findToast('Signed out')).toContain('The demo was reset. Sign in again to continue.');
});
