import { type KeyboardEvent, useId, useState } from 'react';
import { leaveForms } from '@/lib/leave-guard.ts';
import { LONGEST_TERM } from '@/lib/search-term.ts';
import { Dialog } from '@/ui/dialog.tsx';
import { Input } from '@/ui/input.tsx';
import { CommandList } from './command-list.tsx';
import { type Command, matchCommands } from './commands.ts';
import { texts } from './texts.ts';
import { type PageGroup, type RowSearch, useCommands } from './use-commands.ts';

export type PaletteProps = { groups: readonly PageGroup[]; onClose: () => void };

/** The text if no command matches. */
const NO_RESULTS: Record<RowSearch, (query: string) => string> = {
  loading: () => texts.searching,
  failed: () => texts.failed,
  done: texts.noResults,
};

/** The command palette: type to find a page, an action or a row, move with the arrow keys, run it with Enter. */
export function Palette({ groups, onClose }: PaletteProps) {
  const listId = useId();
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const { commands: all, search, isAdmin } = useCommands(groups, query);
  const label = isAdmin ? texts.search.admin : texts.search.customer;
  const found = matchCommands(all, query);
  const commands = found.flatMap((group) => group.commands);
  const current = commands[active] ?? commands[0];
  const optionId = (id: string) => `${listId}-${id}`;

  const run = (command: Command) => {
    onClose();
    leaveForms(command.run);
  };
  const move = (by: number) =>
    setActive((before) => (Math.min(before, commands.length - 1) + by + commands.length) % commands.length);
  const onKeyDown = (event: KeyboardEvent) => {
    if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && current) {
      event.preventDefault();
      move(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter' && current && !event.nativeEvent.isComposing) {
      event.preventDefault();
      run(current);
    }
  };

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={texts.title}
      header={
        <Input
          role="combobox"
          aria-label={label}
          placeholder={label}
          autoComplete="off"
          spellCheck={false}
          maxLength={LONGEST_TERM}
          aria-autocomplete="list"
          aria-expanded={commands.length > 0}
          aria-controls={listId}
          aria-activedescendant={current && optionId(current.id)}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
        />
      }
    >
      <CommandList
        id={listId}
        groups={found}
        current={current}
        optionId={optionId}
        onHover={(command) => setActive(commands.indexOf(command))}
        onRun={run}
      />
      {commands.length > 0 && search === 'failed' && (
        <p role="status" className="pt-2 text-muted text-sm">
          {texts.failed}
        </p>
      )}
      {commands.length === 0 && (
        <p role="status" className="absolute inset-x-0 top-1/2 px-5 text-center text-muted wrap-anywhere">
          {NO_RESULTS[search](query.trim())}
        </p>
      )}
    </Dialog>
  );
}
