import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderApp } from '#tests/component/render.tsx';
import { toast } from '@/lib/toast.ts';

const undo = vi.fn();

function show() {
  renderApp(<button type="button">Approve</button>);
  screen.getByRole('button', { name: 'Approve' }).focus();
  act(() => void toast({ title: 'Lead approved', action: { label: 'Undo', onClick: undo } }));
}
const isShown = () => screen.queryByText('Lead approved') !== null;
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  undo.mockClear();
  vi.useRealTimers();
});

it('a toast is shown for six seconds', () => {
  show();
  wait(5999);
  expect(isShown()).toBe(true);
  wait(1);
  expect(isShown()).toBe(false);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Approve' }));
});

it('F8 goes to its button; the time stands still meanwhile, and the focus returns after the action', () => {
  show();
  wait(5000);
  fireEvent.keyDown(document.body, { key: 'F8' });
  const button = screen.getByRole('button', { name: 'Undo' });
  expect(document.activeElement).toBe(button);
  wait(30_000);
  expect(isShown()).toBe(true);
  fireEvent.click(button);
  expect(undo).toHaveBeenCalledOnce();
  expect(isShown()).toBe(false);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Approve' }));
});

it.each(['Undo', /^Dismiss/])('a double-click on %s leaves the toast beneath', (name) => {
  show();
  act(() => void toast({ title: 'Lead rejected', action: { label: 'Undo', onClick: vi.fn() } }));
  const newest = () =>
    within(screen.getAllByRole('listitem', { hidden: true }).at(-1) as HTMLElement).getByRole('button', { name });
  fireEvent.click(newest(), { detail: 1 });
  fireEvent.click(newest(), { detail: 2 });
  expect(isShown()).toBe(true);
  expect(undo).not.toHaveBeenCalled();
});
