import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answer, failWith } from '#tests/component/backend.ts';
import { renderApp } from '#tests/component/render.tsx';
import { authorizedFetch } from '@/lib/backend.ts';
import { OfflineNote } from './offline-note.tsx';

const DOWN = 'Leadlight isn’t responding right now. Try again in a moment.';

it.each([502, 503, 504, 520, 530])(
  'a server that answers %i is shown as down until it answers again',
  async (status) => {
    renderApp(<OfflineNote />);
    const read = () => act(() => authorizedFetch('/rest/v1/customers'));
    answer('GET', '/rest/v1/customers', failWith(status, 'down'));
    await read();
    expect(screen.getByText(DOWN)).toBeDefined();
    answer('GET', '/rest/v1/customers', failWith(500, 'out of order'));
    await read();
    expect(screen.queryByText(DOWN)).toBeNull();
  },
);
