import { ListboxOption, type ListboxOptionProps } from '@/ui/listbox-option.tsx';
import type { Command, CommandGroup } from './commands.ts';
import { texts } from './texts.ts';

export type CommandListProps = {
  id: string;
  groups: readonly CommandGroup[];
  optionProps: (command: Command) => Omit<ListboxOptionProps, 'children'>;
};

/** The matching commands by group. The height is fixed, so that the dialog does not move. */
export function CommandList({ id, groups, optionProps }: CommandListProps) {
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
