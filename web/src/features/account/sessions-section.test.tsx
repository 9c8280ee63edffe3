import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answer, signIn } from '#tests/component/backend.ts';
import { renderApp } from '#tests/component/render.tsx';
import { SessionsSection } from './sessions-section.tsx';

const NOTE = 'Showing your 100 most recent sessions. Signing out other devices ends the rest too.';

it.each([
  { count: 99, notes: [] },
  { count: 100, notes: [NOTE] },
])('the section lists $count sessions with the notes $notes', async ({ count, notes }) => {
  signIn({});
  answer('POST', '/rest/v1/rpc/my_sessions', () =>
    Array.from({ length: count }, (_, index) => ({
      id: `session-${index}`,
      user_agent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
      address: '127.0.0.1',
      is_current: index === 0,
      created_at: '2026-01-01T00:00:00Z',
      active_at: '2026-01-01T00:00:00Z',
    })),
  );
  renderApp(<SessionsSection />);
  const list = within(screen.getByRole('list', { name: 'Sessions' }));
  expect(await list.findAllByRole('listitem')).toHaveLength(count);
  expect(screen.queryAllByText(/^Showing your/).map(({ textContent }) => textContent)).toEqual(notes);
});
