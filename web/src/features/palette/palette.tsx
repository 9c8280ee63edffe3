import { useState } from 'react';
import { leaveForms } from '@/lib/leave-guard.ts';
import { MAX_TERM_LENGTH } from '@/lib/search-term.ts';
import { Dialog } from '@/ui/dialog.tsx';
import { Input } from '@/ui/input.tsx';
import { ListboxOption, type ListboxOptionProps } from '@/ui/listbox-option.tsx';
import { useCombobox } from '@/ui/use-combobox.ts';
import { type Command, type CommandGroup, matchCommands } from './commands.ts';
import { texts } from './texts.ts';
import { type PageGroup, type RowSearch, useCommands } from './use-commands.ts';

const NO_RESULTS: Record<RowSearch, (query: string) => string> = {
  loading: () => texts.searching,
  failed: () => texts.failed,
  done: texts.noResults,
};

/** The command palette: type to find a page, an action or a row, move with the arrow keys, run it with Enter. */
export function Palette({ groups, onClose }: { groups: readonly PageGroup[]; onClose: () => void }) {
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
      onOpenChange={onClose}
      title={texts.title}
      header={
        <Input
          {...combobox.inputProps}
          aria-label={label}
          placeholder={label}
          spellCheck={false}
          maxLength={MAX_TERM_LENGTH}
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

type CommandListProps = {
  id: string;
  groups: readonly CommandGroup[];
  optionProps: (command: Command) => Omit<ListboxOptionProps, 'children'>;
};

/** The matching commands by group. The height is fixed, so that the dialog does not move. */
function CommandList({ id, groups, optionProps }: CommandListProps) {
  return (
    <div id={id} role="listbox" aria-label={texts.commands} className="-mx-3 h-[min(22rem,50dvh)]">
      {groups.map(({ label, commands }) => (
        // biome-ignore lint/a11y/useSemanticElements: there is no element for a group of options in a listbox
        <div key={label} role="group" aria-label={label} className="not-first:mt-3">
          <p aria-hidden className="px-2 pb-1 font-medium text-muted text-xs">
            {label}
          </p>
          {commands.map((command) => (
            <ListboxOption key={command.id} {...optionProps(command)} className="h-9 gap-2.5 rounded-md">
              <command.icon aria-hidden className="size-4 shrink-0 text-muted" />
              <span className="truncate">{command.label}</span>
              {command.detail && <span className="min-w-0 flex-1 truncate text-muted text-sm">{command.detail}</span>}
            </ListboxOption>
          ))}
        </div>
      ))}
    </div>
  );
}
