import { type ReactNode, type RefObject, useRef } from 'react';
import { type Variable, variableNames, variables, written } from '#domain/campaign/variables.ts';
import { Button } from '@/ui/button.tsx';
import { Field, type FieldControl } from '@/ui/field.tsx';

export type VariableFieldProps = {
  label: string;
  help: ReactNode;
  /** Replaces the help. */
  error?: string;
  optional?: boolean;
  onChange: (text: string) => void;
  children: (control: FieldControl & { ref: RefObject<TextControl | null> }) => ReactNode;
};

export type TextControl = HTMLInputElement | HTMLTextAreaElement;

/** A text into which variables can be put where the cursor is. */
export function VariableField({ label, help, error, optional, onChange, children }: VariableFieldProps) {
  const control = useRef<TextControl>(null);
  const insert = (variable: Variable) =>
    control.current && onChange(insertAtCursor(control.current, written(variable)));
  return (
    <div>
      <Field label={label} help={help} error={error} optional={optional}>
        {(tied) => children({ ...tied, ref: control })}
      </Field>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend in sight */}
      <div
        role="group"
        aria-label={`Insert into ${label.toLowerCase()}`}
        className="mt-2 flex flex-wrap items-center gap-1.5"
      >
        <span aria-hidden className="text-muted text-xs">
          Insert
        </span>
        {variables.map((variable) => (
          <Button key={variable} size="sm" onClick={() => insert(variable)}>
            {variableNames[variable]}
          </Button>
        ))}
      </div>
    </div>
  );
}

/** Puts a text in place of what is selected, as typing does, so that the browser's undo takes it back; answers the whole text. */
function insertAtCursor(control: TextControl, text: string): string {
  control.focus();
  if (!document.execCommand('insertText', false, text)) {
    control.setRangeText(text, control.selectionStart ?? 0, control.selectionEnd ?? 0, 'end');
  }
  return control.value;
}
