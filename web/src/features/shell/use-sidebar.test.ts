import { expect, it } from 'vitest';
import { sidebarCookie, sidebarInCookies } from './use-sidebar.ts';

it.each([
  ['', null],
  ['sidebar_state=true', true],
  ['sidebar_state=false', false],
  ['other=1; sidebar_state=false', false],
  ['not_sidebar_state=false', null],
])('with the cookies "%s" the sidebar is open: %s', (cookies, open) => {
  expect(sidebarInCookies(cookies)).toBe(open);
});

it('the cookie expires after seven days', () => {
  expect(sidebarCookie(false)).toBe('sidebar_state=false; path=/; max-age=604800; samesite=lax');
});
