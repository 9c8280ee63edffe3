import { act, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderAppHook } from '#tests/component/render.tsx';
import { useOpenRecord } from './use-open-record.ts';

const ID = (number: number) => `00000000-0000-4000-8000-00000000010${number}`;

it('a panel that Back closes just after a move to the next row stays closed, and so does its address', async () => {
  const { result } = renderAppHook(() => useOpenRecord('leads'), { path: '/leads' });
  act(() => result.current.open(ID(1)));
  await waitFor(() => expect(location.search).toBe(`?lead=${ID(1)}`));
  act(() => result.current.setId(ID(2)));
  act(() => history.back());
  await waitFor(() => expect(result.current).toMatchObject({ isOpen: false, id: ID(2) }));
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(location.search).toBe('');
  expect(result.current.isOpen).toBe(false);
});

it('the address of an open panel follows the row', async () => {
  const { result } = renderAppHook(() => useOpenRecord('leads'), { path: `/leads?lead=${ID(1)}` });
  act(() => result.current.setId(ID(2)));
  expect(location.search).toBe(`?lead=${ID(1)}`);
  await waitFor(() => expect(location.search).toBe(`?lead=${ID(2)}`));
  expect(result.current).toMatchObject({ isOpen: true, id: ID(2) });
});
