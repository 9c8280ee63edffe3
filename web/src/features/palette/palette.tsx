import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { Dialog } from '@/ui/dialog.tsx';
import { Input } from '@/ui/input.tsx';
import { CommandList } from './command-list.tsx';
import { matching } from './commands.ts';
import { type CustomerSearch, type PageGroup, useCommands } from './use-commands.ts';

export type PaletteProps = { groups: readonly PageGroup[]; onClose: () => void };

const LONGEST_TYPED = 200;

/** What is said where no command is found. */
const NOTHING: Record<CustomerSearch, (typed: string) => string> = {
  'under way': () => 'Searching…',
  failed: () => 'Customers could not be loaded.',
  done: (typed) => `Nothing is called “${typed}”.`,
};

/** Everything that can be gone to or done, by typing a part of its name: arrows move, Enter takes, Escape closes. */
export function Palette({ groups, onClose }: PaletteProps) {
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const { commands: all, search } = useCommands(groups, typed);
  const found = matching(all, typed);
  const commands = found.flatMap((group) => group.commands);
  const current = commands[active] ?? commands[0];
  const optionId = (id: string) => `${listId}-${id}`;

  const take = (run: () => void) => {
    onClose();
    run();
  };
  const move = (by: number) =>
    setActive((before) => (Math.min(before, commands.length - 1) + by + commands.length) % commands.length);
  const press = (event: KeyboardEvent) => {
    if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && current) {
      event.preventDefault();
      move(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter' && current && !event.nativeEvent.isComposing) {
      event.preventDefault();
      take(current.run);
    }
  };

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Command palette"
      initialFocus={input}
      header={
        <Input
          ref={input}
          role="combobox"
          aria-label="Find a page, a customer or an action"
          placeholder="Find a page, a customer or an action"
          autoComplete="off"
          spellCheck={false}
          maxLength={LONGEST_TYPED}
          aria-autocomplete="list"
          aria-expanded={commands.length > 0}
          aria-controls={listId}
          aria-activedescendant={current && optionId(current.id)}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setActive(0);
          }}
          onKeyDown={press}
        />
      }
    >
      <CommandList
        id={listId}
        groups={found}
        current={current}
        optionId={optionId}
        onPoint={(command) => setActive(commands.indexOf(command))}
        onTake={(command) => take(command.run)}
      />
      {commands.length === 0 && (
        <p role="status" className="absolute inset-x-0 top-1/2 px-5 text-center text-muted wrap-anywhere">
          {NOTHING[search](typed.trim())}
        </p>
      )}
    </Dialog>
  );
}
