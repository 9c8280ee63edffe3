import { Check, Copy } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from './button.tsx';
import { Field } from './field.tsx';
import { Textarea } from './input.tsx';
import { texts } from './texts.ts';

/** A read-only text, whole on as many lines as it needs, with a copy button. */
export function CopyField({ label, value }: { label: string; value: string }) {
  const input = useRef<HTMLTextAreaElement>(null);
  const [copied, setCopied] = useState<boolean>();
  const copy = async () => {
    input.current?.select();
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
    } catch {
      // Without TLS there is no clipboard API; the deprecated command still copies the selection.
      const isCopied = document.execCommand('copy');
      if (!isCopied) input.current?.focus();
      setCopied(isCopied);
    }
  };
  return (
    <Field label={label} error={copied === false ? texts.copy.failed : undefined}>
      <div className="flex items-start gap-2">
        <Textarea
          ref={input}
          rows={1}
          value={value}
          readOnly
          onFocus={(event) => event.target.select()}
          className="field-sizing-content min-h-8! resize-none! break-all py-1! pointer-coarse:min-h-11! pointer-coarse:py-2!"
        />
        <Button icon={copied ? Check : Copy} onClick={copy} className="w-24 pointer-coarse:h-11 print:hidden">
          {copied ? texts.copy.done : texts.copy.action}
        </Button>
        <span role="status" className="sr-only">
          {copied && texts.copy.announcement(label)}
        </span>
      </div>
    </Field>
  );
}
