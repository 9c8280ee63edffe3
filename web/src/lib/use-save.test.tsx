import { useQuery } from '@tanstack/react-query';
import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answer, failWith, requestsTo } from '#tests/component/backend.ts';
import { renderApp } from '#tests/component/render.tsx';
import { rows } from './rows.ts';
import { useSave } from './use-save.ts';

type Name = { id: string; name: string };

const readName = async () => {
  const { data } = await rows.from('customers').select('id, name').single().throwOnError();
  return data;
};

function Rename() {
  const { data } = useQuery({ queryKey: ['name'], queryFn: readName });
  const { save, isSaving } = useSave({
    write: async ({ id, name }: Name) => {
      await rows.from('customers').update({ name }).eq('id', id).throwOnError();
    },
    optimistic: async (client, { name }) => {
      const before = client.getQueryData(['name']);
      client.setQueryData(['name'], { id: '1', name });
      return () => client.setQueryData(['name'], before);
    },
    refresh: (client) => client.invalidateQueries({ queryKey: ['name'] }),
    success: { title: 'Customer renamed' },
    undo: ({ id }) => save({ id, name: 'Northwind' }),
    failure: 'Failed to rename customer',
  });
  return (
    <>
      <h1>{data?.name}</h1>
      <button type="button" disabled={isSaving} onClick={() => save({ id: '1', name: 'Contoso' })}>
        Rename
      </button>
    </>
  );
}

const CUSTOMERS = '/rest/v1/customers';

it('a save shows its change at once, then its toast, and undo sends the reverse', async () => {
  let stored = 'Northwind';
  const released = Promise.withResolvers<void>();
  answer('GET', CUSTOMERS, () => ({ id: '1', name: stored }));
  answer('PATCH', CUSTOMERS, async ({ body }) => {
    await released.promise;
    stored = (body as Name).name;
  });
  const { user } = renderApp(<Rename />);
  await screen.findByRole('heading', { name: 'Northwind' });

  await user.click(screen.getByRole('button', { name: 'Rename' }));
  await screen.findByRole('heading', { name: 'Contoso' });
  expect(screen.getByRole('button', { name: 'Rename' })).toHaveProperty('disabled', true);
  expect(screen.queryByText('Customer renamed')).toBeNull();

  released.resolve();
  await screen.findByText('Customer renamed');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByRole('heading', { name: 'Northwind' });
  expect(requestsTo('PATCH', CUSTOMERS).map(({ body }) => body)).toEqual([{ name: 'Contoso' }, { name: 'Northwind' }]);
});

it('a save that fails shows the reason, reverts its change and refetches', async () => {
  answer('GET', CUSTOMERS, () => ({ id: '1', name: 'Northwind' }));
  answer('PATCH', CUSTOMERS, failWith(403, 'permission denied for table customers'));
  const { user } = renderApp(<Rename />);
  await screen.findByRole('heading', { name: 'Northwind' });

  answer('GET', CUSTOMERS, () => new Promise(() => {})); // the refetch does not revert it
  await user.click(screen.getByRole('button', { name: 'Rename' }));
  await screen.findByText('Failed to rename customer');
  expect(screen.getByText('permission denied for table customers')).toBeDefined();
  await screen.findByRole('heading', { name: 'Northwind' });
  expect(requestsTo('GET', CUSTOMERS)).toHaveLength(2);
});

it('the second click of a double click finds the save in progress', async () => {
  answer('GET', CUSTOMERS, () => ({ id: '1', name: 'Northwind' }));
  answer('PATCH', CUSTOMERS, () => null);
  renderApp(<Rename />);
  await screen.findByRole('heading', { name: 'Northwind' });
  const button = screen.getByRole('button', { name: 'Rename' });
  fireEvent.click(button);
  expect(button).toHaveProperty('disabled', true);
  fireEvent.click(button);
  await screen.findByText('Customer renamed');
  expect(requestsTo('PATCH', CUSTOMERS)).toHaveLength(1);
  expect(button).toHaveProperty('disabled', false);
});
