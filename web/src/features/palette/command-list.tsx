import { clsx } from 'clsx';
import type { Command, CommandGroup } from './commands.ts';
import { texts } from './texts.ts';

export type CommandListProps = {
  id: string;
  groups: readonly CommandGroup[];
  /** The command that Enter runs. */
  current: Command | undefined;
  optionId: (id: string) => string;
  onHover: (command: Command) => void;
  onRun: (command: Command) => void;
};

/** The matching commands by group. The height is fixed, so that the dialog does not move. */
export function CommandList({ id, groups, current, optionId, onHover, onRun }: CommandListProps) {
  return (
    <div id={id} role="listbox" aria-label={texts.commands} className="-mx-3 h-[min(22rem,50dvh)]">
      {groups.map(({ label, commands }) => (
        // biome-ignore lint/a11y/useSemanticElements: there is no element for a group of options in a listbox
        <div key={label} role="group" aria-label={label} className="not-first:mt-3">
          <p aria-hidden className="px-2 pb-1 font-medium text-muted text-xs">
            {label}
          </p>
          {commands.map((command) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the input keeps the focus and handles the keys
            <div
              key={command.id}
              id={optionId(command.id)}
              role="option"
              aria-selected={command === current}
              tabIndex={-1}
              ref={command === current ? (option) => option?.scrollIntoView({ block: 'nearest' }) : undefined}
              onPointerMove={() => onHover(command)}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => onRun(command)}
              className={clsx(
                'flex h-9 cursor-default select-none items-center gap-2.5 rounded-md px-2 pointer-coarse:h-11',
                command === current && 'bg-subtle',
              )}
            >
              <command.icon aria-hidden className="size-4 shrink-0 text-muted" />
              <span className="truncate">{command.label}</span>
              {command.detail && <span className="min-w-0 flex-1 truncate text-muted text-sm">{command.detail}</span>}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
