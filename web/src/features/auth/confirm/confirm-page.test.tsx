import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderAppAt } from '#tests/component/render.tsx';

it.each([
  ['recovery', 'Reset your password', 'Choose a new password'],
  ['signup', 'Confirm your email', 'Confirm email'],
  ['email_change', 'Confirm your new email', 'Confirm change'],
  ['invite', 'Accept your invitation', 'Accept invitation'],
])('the link of type %s is sent by its button, which has the focus', async (type, title, label) => {
  const target = 'https://leads.example.test/auth/new-password?a=1&b=2#c';
  const parameters = { token: 'abc', type, redirect_to: target };
  renderAppAt(`/auth/confirm#${new URLSearchParams(parameters)}`);
  await screen.findByRole('heading', { name: title });
  const button = screen.getByRole('button', { name: label });
  expect(document.activeElement).toBe(button);
  const form = button.closest('form');
  if (!form) throw new Error('no form');
  expect([form.method, new URL(form.action).pathname]).toEqual(['post', '/auth/v1/verify/link']);
  expect(Object.fromEntries(new FormData(form))).toEqual(parameters);
});

it('a second press sends nothing, until the page is shown again', async () => {
  const { user } = renderAppAt('/auth/confirm#token=abc&type=signup');
  const button = await screen.findByRole('button', { name: 'Confirm email' });
  let sent = 0;
  button.closest('form')?.addEventListener('submit', (event) => {
    sent += 1;
    event.preventDefault();
  });
  await user.dblClick(button);
  expect(sent).toBe(1);
  window.dispatchEvent(new Event('pageshow'));
  await expect.poll(() => button.getAttribute('aria-busy')).toBeNull();
  await user.click(button);
  expect(sent).toBe(2);
});

it.each(['', '#token=abc', '#token=&type=signup', '#token=abc&type=magic', '#token=abc&type=constructor'])(
  'a link that ends %j is shown as incomplete',
  async (hash) => {
    renderAppAt(`/auth/confirm${hash}`);
    await screen.findByRole('heading', { name: 'This link is incomplete' });
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.getByRole('link', { name: 'Back to sign in' })).toBeDefined();
  },
);

it.each([
  ['a link of this browser’s flow', true, 'pkce_abc', 'recovery', false],
  ['a link of another browser’s flow', false, 'pkce_abc', 'recovery', true],
  ['a link that any browser may use', false, 'abc', 'recovery', false],
  ['a confirmation, which any browser may send', false, 'pkce_abc', 'signup', false],
])('the page of %s says whether another browser asked for it', async (_, isPending, token, type, isShown) => {
  if (isPending) localStorage.setItem('supabase.auth.token-code-verifier', 'verifier');
  renderAppAt(`/auth/confirm#token=${token}&type=${type}`);
  await screen.findByRole('button');
  expect(screen.queryByText(/^You asked for this in another browser/) !== null).toBe(isShown);
});
