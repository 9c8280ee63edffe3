import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { Input } from '../../ui/input.tsx';
import { CommandList } from './command-list.tsx';
import { matching } from './commands.ts';
import { type PageGroup, useCommands } from './use-commands.ts';

export type PaletteProps = { groups: readonly PageGroup[]; onClose: () => void };

/** Everything that can be gone to or done, by typing a part of its name: arrows move, Enter takes, Escape closes. */
export function Palette({ groups, onClose }: PaletteProps) {
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const found = matching(useCommands(groups, typed.trim() !== ''), typed);
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
          Nothing is called “{typed.trim()}”.
        </p>
      )}
    </Dialog>
  );
}
