import { screen } from '@testing-library/react';
import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { expect, it } from 'vitest';
import { renderApp } from '#tests/component/render.tsx';
import { leaveForms } from '@/lib/leave-guard.ts';
import { useNavigationGuard } from '@/lib/use-navigation-guard.ts';
import { useUnsavedChanges } from './unsaved-changes.tsx';

function Form({ name }: { name: string }) {
  const [isUnsaved, setUnsaved] = useState(true);
  const { question } = useUnsavedChanges({ isUnsaved, description: name, onDiscard: () => setUnsaved(false) });
  return question;
}

function Page() {
  useNavigationGuard();
  const navigate = useNavigate();
  const [signedOut, setSignedOut] = useState(false);
  if (useLocation().pathname !== '/page') return <Link to="/page">Open</Link>;
  return (
    <>
      <Form name="The outer form" />
      <Form name="The inner form" />
      <Link to="/next">Next</Link>
      <button type="button" onClick={() => navigate('?filter=1', { replace: true })}>
        Filter
      </button>
      <button type="button" onClick={() => leaveForms(() => setSignedOut(true))}>
        Sign out
      </button>
      {signedOut && <p>Signed out</p>}
    </>
  );
}

async function openPage() {
  const { user } = renderApp(<Page />, { path: '/before' });
  await user.click(screen.getByText('Open'));
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
  return { user, press };
}

it.each([
  ['a link', '/next', () => screen.getByText('Next').click()],
  ['Back', '/before', () => history.back()],
])(
  '%s requires confirmation for each form with unsaved changes, the newest first, and then leaves',
  async (_, path, leave) => {
    const { press } = await openPage();
    leave();
    await screen.findByText('The inner form');
    await press('Keep editing');
    expect(location.pathname).toBe('/page');

    leave();
    await screen.findByText('The inner form');
    await press('Discard');
    await screen.findByText('The outer form');
    expect(location.pathname).toBe('/page');
    await press('Discard');
    await expect.poll(() => location.pathname).toBe(path);
  },
);

it('a change of filters requires none', async () => {
  const { press } = await openPage();
  await press('Filter');
  expect(location.search).toBe('?filter=1');
  expect(screen.queryByText('The inner form')).toBeNull();
});

it('what is no navigation requires confirmation as well', async () => {
  const { press } = await openPage();
  await press('Sign out');
  await screen.findByText('The inner form');
  expect(screen.queryByText('Signed out')).toBeNull();
  await press('Discard');
  await press('Discard');
  await screen.findByText('Signed out');
});
