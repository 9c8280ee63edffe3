import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type ComboboxOptions, useCombobox } from './use-combobox.ts';

type Keys = Pick<ComboboxOptions<string>, 'freeText' | 'wraps'>;

const onTake = vi.fn();
const submit = vi.fn();
const onMove = vi.fn();
beforeEach(() => vi.resetAllMocks());

function Combobox({ options = ['Ada', 'Ben', 'Cleo'], ...keys }: Keys & { options?: string[] }) {
  const { listId, inputProps, optionProps } = useCombobox({ options, onTake, ...keys });
  return (
    <form onKeyDown={(event) => event.key === 'Enter' && !event.defaultPrevented && submit()}>
      <input {...inputProps} />
      <ul id={listId}>
        {options.map((option, index) => (
          <li key={option} id={optionProps(index).id}>
            {option}
          </li>
        ))}
      </ul>
    </form>
  );
}

const input = () => screen.getByRole('combobox');
const active = () => document.getElementById(input().getAttribute('aria-activedescendant') ?? '')?.textContent;

const CHOICE = { wraps: false };
const COMMAND = { wraps: true };
const SUGGESTION = { wraps: true, freeText: { onMove } };

describe.each([
  ['a choice', CHOICE],
  ['a command', COMMAND],
  ['a suggestion', SUGGESTION],
])('%s', (_, keys) => {
  it.each([{ isComposing: true }, { keyCode: 229 }])(
    'a key of composed text neither takes the active option nor moves it: %o',
    async (composed) => {
      render(<Combobox {...keys} />);
      fireEvent.keyDown(input(), { key: 'ArrowDown' });
      const before = active();
      expect(before).toBeDefined();
      fireEvent.keyDown(input(), { key: 'ArrowDown', ...composed });
      expect(fireEvent.keyDown(input(), { key: 'Enter', ...composed })).toBe(true);
      expect(active()).toBe(before);
      expect(onTake).not.toHaveBeenCalled();
      expect(fireEvent.keyDown(input(), { key: 'Enter' })).toBe(false);
      expect(onTake).toHaveBeenCalledExactlyOnceWith(before);
    },
  );
});

it.each([
  ['a choice', CHOICE, ['Ada', 'Ben', 'Cleo', 'Cleo', 'Ben', 'Ada', 'Ada']],
  ['a command', COMMAND, ['Ada', 'Ben', 'Cleo', 'Ada', 'Cleo', 'Ben', 'Ada']],
  ['a suggestion', SUGGESTION, [undefined, 'Ada', 'Ben', 'Cleo', 'Ben', 'Ada', 'Cleo']],
])('%s is moved to by three times ↓ and three times ↑', async (_, keys, shown) => {
  const user = userEvent.setup();
  render(<Combobox {...keys} />);
  await user.click(input());
  const seen = [active()];
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp', 'ArrowUp']) {
    await user.keyboard(`{${key}}`);
    seen.push(active());
  }
  expect(seen).toEqual(shown);
});

it('Enter submits the form only where any text is valid and no suggestion is active', async () => {
  const user = userEvent.setup();
  const { rerender } = render(<Combobox {...CHOICE} options={[]} />);
  await user.type(input(), '{Enter}');
  expect(submit).not.toHaveBeenCalled();
  rerender(<Combobox {...SUGGESTION} options={[]} />);
  await user.type(input(), '{Enter}');
  expect(submit).toHaveBeenCalledOnce();
  expect(onTake).not.toHaveBeenCalled();
});
