import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answer, failWith, signIn } from '#tests/component/backend.ts';
import { renderPage } from '#tests/component/render.tsx';
import { VersionCard } from './admin-settings-page.tsx';

it('the card shows the versions of the database, or an error with Retry', async () => {
  signIn({ roles: ['admin'] });
  answer('POST', '/rest/v1/rpc/system_version', failWith(500, 'The database is away'));
  const { user } = renderPage(<VersionCard />);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe('The database version couldn’t be loaded.Retry');
  answer('POST', '/rest/v1/rpc/system_version', () => ({
    database: '15.8',
    migrations: 1200,
    last_migration: '20260101000000',
  }));
  await user.click(within(alert).getByRole('button', { name: 'Retry' }));
  await screen.findByText('PostgreSQL 15.8');
  screen.getByText('1,200, latest 20260101000000');
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});
