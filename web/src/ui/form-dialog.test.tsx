import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderApp } from '#tests/component/render.tsx';
import { TextField } from './form.tsx';
import { FormDialog } from './form-dialog.tsx';
import { useForm } from './use-form.ts';

function Renaming({ submit, onClose }: { submit: () => Promise<void>; onClose: () => void }) {
  const form = useForm({ initial: { name: 'Acme' }, validate: () => ({}), submit });
  return (
    <FormDialog form={form} title="Rename" onClose={onClose}>
      <TextField form={form} name="name" label="Name" />
    </FormDialog>
  );
}

function open() {
  const onClose = vi.fn();
  const submit = vi.fn(async () => onClose());
  return { onClose, submit, ...renderApp(<Renaming submit={submit} onClose={onClose} />) };
}
const question = () => screen.findByRole('alertdialog', { name: 'Discard unsaved changes?' });

it.each(['{Escape}', 'Cancel', 'Close'])('a dialog with typed text asks before %s closes it', async (way) => {
  const { user, onClose } = open();
  const leave = () =>
    way.startsWith('{') ? user.keyboard(way) : user.click(screen.getByRole('button', { name: way }));
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'x');
  await leave();
  await user.click(within(await question()).getByRole('button', { name: 'Keep editing' }));
  expect(onClose).not.toHaveBeenCalled();
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Acmex');
  await leave();
  await user.click(within(await question()).getByRole('button', { name: 'Discard' }));
  expect(onClose).toHaveBeenCalledOnce();
});

it('a dialog without typed text closes at once, and so does one whose form was submitted', async () => {
  const { user, onClose, submit } = open();
  await user.type(screen.getByRole('textbox', { name: 'Name' }), ' ');
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'x{Enter}');
  await waitFor(() => expect(submit).toHaveBeenCalledOnce());
  expect(onClose).toHaveBeenCalledTimes(2);
  expect(screen.queryByRole('alertdialog')).toBeNull();
});
