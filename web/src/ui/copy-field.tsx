import { Check, Copy } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from './button.tsx';
import { Field } from './field.tsx';
import { Input } from './input.tsx';

export type CopyFieldProps = { label: string; value: string };

/** A text to be taken elsewhere: selected on focus, copied by a button. */
export function CopyField({ label, value }: CopyFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState<boolean>();
  const copy = async () => {
    input.current?.select();
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
    } catch {
      // The clipboard is closed where the page is served without TLS; what is selected can still be copied the old way.
      const isTaken = document.execCommand('copy');
      if (!isTaken) input.current?.focus();
      setCopied(isTaken);
    }
  };
  return (
    <Field
      label={label}
      error={
        copied === false ? 'The browser does not let it be copied. It is selected: copy it by keyboard.' : undefined
      }
    >
      {(control) => (
        <div className="flex gap-2">
          <Input {...control} ref={input} value={value} readOnly onFocus={(event) => event.target.select()} />
          <Button icon={copied ? Check : Copy} onClick={copy} className="w-24 pointer-coarse:h-11">
            {copied ? 'Copied' : 'Copy'}
          </Button>
          <span role="status" className="sr-only">
            {copied && `${label} copied`}
          </span>
        </div>
      )}
    </Field>
  );
}
