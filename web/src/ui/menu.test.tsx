import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { isFocused } from '#tests/component/queries.ts';
import { renderApp } from '#tests/component/render.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Dialog } from './dialog.tsx';
import { Menu, MenuItem } from './menu.tsx';

let refresh: () => void;
const onSelect = vi.fn();

function List() {
  const [version, setVersion] = useState(1);
  refresh = () => setVersion((before) => before + 1);
  return (
    <main tabIndex={-1}>
      <h1>Version {version}</h1>
      <Menu trigger={<button type="button">Actions</button>}>
        <MenuItem onSelect={onSelect}>Reactivate</MenuItem>
      </Menu>
    </main>
  );
}

it('an open menu stays open while its list refreshes and the page takes the focus, until Escape or a click outside', async () => {
  const { user } = renderApp(<List />);
  await user.click(screen.getByRole('button', { name: 'Actions' }));
  act(() => refresh());
  act(() => document.querySelector('main')?.focus());
  await screen.findByText('Version 2');
  await user.click(screen.getByRole('menuitem', { name: 'Reactivate' }));
  expect(onSelect).toHaveBeenCalledOnce();
  expect(screen.queryByRole('menuitem')).toBeNull();

  await user.click(screen.getByRole('button', { name: 'Actions' }));
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('menuitem')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Actions' }));
  await user.click(screen.getByRole('heading'));
  expect(screen.queryByRole('menuitem')).toBeNull();
});

it('opening a menu closes the one that is open, also by keyboard', async () => {
  const { user } = renderApp(
    <div>
      {['First', 'Second'].map((name) => (
        <Menu key={name} trigger={<button type="button">{name}</button>}>
          <MenuItem onSelect={onSelect}>{`Of ${name}`}</MenuItem>
        </Menu>
      ))}
    </div>,
  );
  await user.click(screen.getByRole('button', { name: 'First' }));
  screen.getByRole('menuitem', { name: 'Of First' });
  act(() => screen.getByRole('button', { name: 'Second' }).focus());
  await user.keyboard('{Enter}');
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Of Second']);
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('menuitem')).toBeNull();
});

it('a double-click on its button opens a menu, and a later click closes it', async () => {
  const { user } = renderApp(<List />);
  const now = vi.spyOn(performance, 'now').mockReturnValue(1000);
  const button = screen.getByRole('button', { name: 'Actions' });
  await user.dblClick(button);
  screen.getByRole('menuitem', { name: 'Reactivate' });
  now.mockReturnValue(1600);
  await user.click(button);
  expect(screen.queryByRole('menuitem')).toBeNull();
});

type Opened = 'rename' | 'delete' | null;

/** A menu in a dialog, whose items open further dialogs. */
function MenuInDialog() {
  const [opened, setOpened] = useState<Opened>(null);
  const close = () => setOpened(null);
  return (
    <Dialog onOpenChange={() => {}} title="Campaign" header={<button type="button">Before</button>}>
      <Menu trigger={<button type="button">Actions</button>}>
        <MenuItem onSelect={() => setOpened('rename')}>Rename</MenuItem>
        <MenuItem onSelect={() => setOpened('delete')}>Delete</MenuItem>
      </Menu>
      {opened === 'rename' && (
        <Dialog onOpenChange={close} title="Rename">
          <input aria-label="Name" />
          <button type="button" onClick={close}>
            Save
          </button>
        </Dialog>
      )}
      {opened === 'delete' && (
        <ConfirmDialog
          onOpenChange={close}
          title="Delete"
          description="For good"
          confirmLabel="Delete it"
          onConfirm={close}
        />
      )}
    </Dialog>
  );
}

it.each([
  ['Rename', 'Escape', '{Escape}'],
  ['Rename', 'its button', '{Tab}{Enter}'],
  ['Delete', 'Escape', '{Escape}'],
  ['Delete', 'its button', '{Tab}{Enter}'],
])(
  'a dialog opened by the item %s of a menu returns the focus to the menu’s button when %s closes it',
  async (item, _, keys) => {
    const { user } = renderApp(<MenuInDialog />);
    const actions = screen.getByRole('button', { name: 'Actions' });
    await user.click(actions);
    await user.click(screen.getByRole('menuitem', { name: item }));
    const role = item === 'Rename' ? 'dialog' : 'alertdialog';
    await screen.findByRole(role, { name: item });
    await vi.waitFor(() => expect(document.activeElement?.closest('[role*=dialog]')?.textContent).toContain(item));
    await user.keyboard(keys);
    await vi.waitFor(() => expect(isFocused(actions)).toBe(true));
    expect(screen.queryByRole(role, { name: item })).toBeNull();
  },
);
