import { type RefObject, useState } from 'react';
import { written } from '#domain/campaign/variables.ts';
import { hasWords } from '@/lib/fold.ts';
import { useCombobox } from '@/ui/use-combobox.ts';
import { useCampaign } from '../campaign-context.ts';

export type TextControl = HTMLInputElement & HTMLTextAreaElement;

/** The beginning of a variable's name before the cursor, from the braces on. */
const BEGUN = /\{\{([^{}|\n]*)$/;

const begunIn = ({ value, selectionStart, selectionEnd }: TextControl): string | null =>
  selectionStart === selectionEnd ? (BEGUN.exec(value.slice(0, selectionStart ?? 0))?.[1] ?? null) : null;

/** Completes the variable whose name is being typed into a text field. */
export function useCompletion(ref: RefObject<TextControl | null>, onChange: (text: string) => void) {
  const { variables } = useCampaign();
  const [begun, setBegun] = useState<string | null>(null);
  const options =
    begun === null
      ? []
      : [...variables].filter(
          ([variable, name]) =>
            hasWords(`${name} ${variable}`, begun.replaceAll('_', ' ')) || variable.startsWith(begun.trim()),
        );
  const close = () => setBegun(null);

  const take = ([variable]: readonly [string, string]) => {
    const control = ref.current;
    if (!control) return;
    const caret = control.selectionStart ?? 0;
    const closing = /^ *\}\}/.exec(control.value.slice(caret))?.[0] ?? '';
    control.setSelectionRange(caret - (begunIn(control) ?? '').length - 2, caret + closing.length);
    onChange(insertAtCursor(control, written(variable)));
    close();
  };
  const combobox = useCombobox({ options, onTake: take, wraps: true, takesTab: true });
  return {
    options,
    isOpen: options.length > 0,
    close,
    /** Reads the text before the cursor after typing; while the list is open also after the cursor has moved. */
    follow: (isTyped: boolean) => {
      if (!ref.current || (begun === null && !isTyped)) return;
      const next = begunIn(ref.current);
      if (next === begun) return;
      setBegun(next);
      combobox.setActive();
    },
    combobox,
  };
}

/** Replaces the selection as typing would, so that the browser can undo it, and returns the whole text. */
export function insertAtCursor(control: TextControl, text: string): string {
  control.focus();
  if (!document.execCommand('insertText', false, text)) {
    control.setRangeText(text, control.selectionStart ?? 0, control.selectionEnd ?? 0, 'end');
  }
  return control.value;
}
