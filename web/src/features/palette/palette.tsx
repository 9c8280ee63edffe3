import { useState } from 'react';
import { leaveForms } from '@/lib/leave-guard.ts';
import { LONGEST_TERM } from '@/lib/search-term.ts';
import { Dialog } from '@/ui/dialog.tsx';
import { Input } from '@/ui/input.tsx';
import { useCombobox } from '@/ui/use-combobox.ts';
import { CommandList } from './command-list.tsx';
import { matchCommands } from './commands.ts';
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
  const [query, setQuery] = useState('');
  const { commands: all, search, isAdmin } = useCommands(groups, query);
  const label = isAdmin ? texts.search.admin : texts.search.customer;
  const found = matchCommands(all, query);
  const commands = found.flatMap((group) => group.commands);
  const combobox = useCombobox({
    options: commands,
    onTake: (command) => {
      onClose();
      leaveForms(command.run);
    },
    wraps: true,
  });

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={texts.title}
      header={
        <Input
          {...combobox.inputProps}
          aria-label={label}
          placeholder={label}
          spellCheck={false}
          maxLength={LONGEST_TERM}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            combobox.setActive();
          }}
        />
      }
    >
      <CommandList
        id={combobox.listId}
        groups={found}
        optionProps={(command) => combobox.optionProps(commands.indexOf(command))}
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
