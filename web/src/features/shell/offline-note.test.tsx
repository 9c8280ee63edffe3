import { act, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { answer, failWith } from '#tests/component/backend.ts';
import { renderApp } from '#tests/component/render.tsx';
import { authorizedFetch } from '@/lib/backend.ts';
import { useSave } from '@/lib/use-save.ts';
import { Button } from '@/ui/button.tsx';
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

const warnsOnUnload = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

function Saving({ scope, write }: { scope: string | undefined; write: () => Promise<void> }) {
  const { save } = useSave({ write, failure: 'Failed', ...(scope && { scope }) });
  return <Button onClick={() => save()}>Save</Button>;
}

it.each(['a scope', undefined])('the browser asks before a reload until a save in %s is answered', async (scope) => {
  const { promise: isAnswered, resolve } = Promise.withResolvers<void>();
  const write = vi.fn(() => isAnswered);
  const { user } = renderApp(
    <>
      <OfflineNote />
      <Saving {...{ write, scope }} />
    </>,
  );
  expect(warnsOnUnload()).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(warnsOnUnload()).toBe(true);
  await waitFor(() => expect(write).toHaveBeenCalled());
  expect(warnsOnUnload()).toBe(true);
  resolve();
  await waitFor(() => expect(warnsOnUnload()).toBe(false));
});
