import { type ChangeEvent, type ReactNode, useRef } from 'react';
import { specVariables, written } from '#domain/campaign/variables.ts';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { Input, Textarea } from '@/ui/input.tsx';
import { texts } from '../texts.ts';

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

type TextControl = HTMLInputElement & HTMLTextAreaElement;

/** A text field with buttons that insert variables at the cursor. */
export function VariableField({
  label,
  help,
  error,
  optional,
  multiline,
  value,
  onChange,
  onLeave,
}: VariableFieldProps) {
  const ref = useRef<TextControl>(null);
  const insert = (variable: string) => ref.current && onChange(insertAtCursor(ref.current, written(variable)));
  const Control = multiline ? Textarea : Input;
  const props = { ref, dir: 'auto', autoComplete: 'off', value };
  return (
    <div>
      <Field label={label} help={help} error={error} optional={optional}>
        {(control) => (
          <Control
            {...control}
            {...props}
            onChange={(event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => onChange(event.target.value)}
            onBlur={onLeave}
          />
        )}
      </Field>
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
      </div>
    </div>
  );
}

/** Replaces the selection as typing would, so that the browser can undo it, and returns the whole text. */
function insertAtCursor(control: TextControl, text: string): string {
  control.focus();
  if (!document.execCommand('insertText', false, text)) {
    control.setRangeText(text, control.selectionStart ?? 0, control.selectionEnd ?? 0, 'end');
  }
  return control.value;
}
