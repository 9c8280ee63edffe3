import { Popover } from 'radix-ui';
import { type ChangeEvent, type ReactNode, useRef } from 'react';
import { specVariables, written } from '#domain/campaign/variables.ts';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { Input, Textarea } from '@/ui/input.tsx';
import { ListboxOption } from '@/ui/listbox-option.tsx';
import { Suggestions } from '@/ui/suggest-input.tsx';
import { texts } from '../texts.ts';
import { insertAtCursor, type TextControl, useCompletion } from './use-completion.ts';

export type VariableFieldProps = {
  label: string;
  help: ReactNode;
  error?: string;
  optional?: boolean;
  multiline?: boolean;
  value: string;
  onChange: (text: string) => void;
  onLeave: () => void;
};

/** A text field that completes variables from `{{` on, with buttons that insert the spec's at the cursor. */
export function VariableField(props: VariableFieldProps) {
  const { label, help, error, optional, multiline, value, onChange, onLeave } = props;
  const ref = useRef<TextControl>(null);
  const { options, isOpen, follow, close, combobox } = useCompletion(ref, onChange);
  // A textarea is no combobox, but has the rest of the pattern.
  const { role: _, 'aria-expanded': __, onKeyDown: onListKey, ...list } = combobox.inputProps;
  const insert = (variable: string) => ref.current && onChange(insertAtCursor(ref.current, written(variable)));
  const Control = multiline ? Textarea : Input;
  const controlProps = {
    ref,
    name: multiline ? 'message' : 'subject',
    dir: 'auto',
    value,
    ...list,
    'aria-haspopup': 'listbox',
    'aria-controls': isOpen ? combobox.listId : undefined,
  } as const;
  return (
    <div>
      <Popover.Root open={isOpen} onOpenChange={close}>
        <Field label={label} help={help} error={error} optional={optional}>
          <Popover.Anchor asChild>
            <Control
              {...controlProps}
              onKeyDown={isOpen ? onListKey : undefined}
              onSelect={() => follow(false)}
              onChange={(event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
                onChange(event.target.value);
                follow(true);
              }}
              onBlur={() => {
                close();
                onLeave();
              }}
            />
          </Popover.Anchor>
        </Field>
        <Suggestions id={combobox.listId} label={texts.editor.variables}>
          {options.map(([variable, name], index) => (
            <ListboxOption key={variable} {...combobox.optionProps(index)}>
              <span className="truncate" dir="auto">
                {name}
              </span>
              <code className="ml-auto truncate text-muted text-xs">{written(variable)}</code>
            </ListboxOption>
          ))}
        </Suggestions>
      </Popover.Root>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend */}
      <div
        role="group"
        aria-label={texts.editor.insertInto(label)}
        className="mt-2 flex flex-wrap items-center gap-1.5"
      >
        <span aria-hidden className="text-muted text-xs">
          {texts.editor.insert}
        </span>
        {[...specVariables].map(([variable, name]) => (
          <Button key={variable} size="sm" onClick={() => insert(variable)}>
            {name}
          </Button>
        ))}
        <span className="text-muted text-xs">{texts.editor.more}</span>
      </div>
    </div>
  );
}
