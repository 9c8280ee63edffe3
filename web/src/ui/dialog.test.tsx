import { screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { isFocused } from '#tests/component/queries.ts';
import { renderApp } from '#tests/component/render.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

const CANCEL = <Button>Cancel</Button>;

const open = (body: ReactNode, { header, footer }: { header?: ReactNode; footer?: ReactNode } = {}) =>
  renderApp(
    <Dialog open onOpenChange={() => {}} title="Settings" header={header} footer={footer}>
      {body}
    </Dialog>,
  );

it.each<[what: string, body: ReactNode, focused: () => HTMLElement]>([
  [
    'an input',
    <input key="1" aria-label="Name" defaultValue="Ada" />,
    () => screen.getByRole('textbox', { name: 'Name' }),
  ],
  ['a text area', <textarea key="1" aria-label="Emails" />, () => screen.getByRole('textbox', { name: 'Emails' })],
  ['a file', <input key="1" type="file" aria-label="File" />, () => screen.getByLabelText('File')],
  [
    'a select, after what is disabled or hidden',
    <div key="1">
      <input disabled />
      <input hidden />
      <button type="button">Help</button>
      <button type="button" role="combobox" aria-controls="list" aria-expanded={false} aria-label="Customer" />
    </div>,
    () => screen.getByRole('combobox', { name: 'Customer' }),
  ],
])('the first field gets the focus: %s', (_, body, focused) => {
  open(body, { footer: CANCEL });
  expect(isFocused(focused())).toBe(true);
});

it('the text of the first field is selected', () => {
  open(<input aria-label="Name" defaultValue="Ada" />);
  const { selectionStart, selectionEnd } = screen.getByRole<HTMLInputElement>('textbox');
  expect([selectionStart, selectionEnd]).toEqual([0, 3]);
});

it('without a field the first action gets the focus, and without an action the dialog, never its close button', () => {
  const { unmount } = open('Nothing to fill in', { footer: CANCEL });
  expect(isFocused(screen.getByRole('button', { name: 'Cancel' }))).toBe(true);
  unmount();
  open('Nothing to do', {
    header: <button type="button" role="combobox" aria-controls="list" aria-expanded={false} aria-label="Status" />,
  });
  expect(isFocused(screen.getByRole('dialog', { name: 'Settings' }))).toBe(true);
});

it('the second press of a double-click on what opened the dialog neither closes it nor takes its focus; a later press closes it', async () => {
  const onOpenChange = vi.fn();
  const { user } = renderApp(
    <Dialog onOpenChange={onOpenChange} title="Settings">
      <input aria-label="Name" />
    </Dialog>,
  );
  const overlay = document.querySelector('.bg-overlay') as HTMLElement;
  await new Promise((resolve) => setTimeout(resolve)); // the dialog then listens to presses outside
  await user.click(overlay);
  expect(onOpenChange).not.toHaveBeenCalled();
  expect(isFocused(screen.getByRole('textbox', { name: 'Name' }))).toBe(true);
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 1_000);
  await user.click(overlay);
  clock.mockRestore();
  expect(onOpenChange).toHaveBeenCalledExactlyOnceWith(false);
});
