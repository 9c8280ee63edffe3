import type { ComponentProps, KeyboardEvent } from 'react';
import { Textarea } from '@/ui/input.tsx';

/** Takes one address like an input, and a pasted list as it is: Enter submits, Shift and Enter begin another line. */
export function AddressesInput(props: ComponentProps<'textarea'>) {
  const submit = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.currentTarget.form?.requestSubmit();
  };
  return (
    <Textarea
      {...props}
      rows={1}
      inputMode="email"
      autoCapitalize="none"
      autoComplete="off"
      spellCheck={false}
      required
      onKeyDown={submit}
      className="min-h-8! resize-none! max-h-48! py-1! pointer-coarse:min-h-11! pointer-coarse:py-2!"
    />
  );
}
