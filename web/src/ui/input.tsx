import { clsx } from 'clsx';
import { Search, X } from 'lucide-react';
import { type ComponentProps, useRef } from 'react';
import { MAX_TERM_LENGTH } from '@/lib/search-term.ts';
import { useFieldControl } from './field.tsx';
import { texts } from './texts.ts';

export const controlClass =
  'h-8 w-full rounded-md border border-control bg-raised px-2.5 text-base text-text transition-colors pointer-coarse:h-11 pointer-coarse:text-[1rem] ' +
  'hover:border-text aria-invalid:border-danger disabled:opacity-50 focus-visible:outline-offset-0';

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...useFieldControl()} className={clsx(controlClass, className)} {...rest} />;
}

/** Grows with its text, up to half of the screen. */
export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      {...useFieldControl()}
      className={clsx(controlClass, 'field-sizing-content h-auto! max-h-[50dvh] min-h-32 resize-y py-2', className)}
      {...rest}
    />
  );
}

export type SearchInputProps = {
  /** Accessible name and placeholder alike. */
  label: string;
  value: string;
  onChange: (value: string) => void;
  className?: string;
};

export function SearchInput({ label, value, onChange, className }: SearchInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const clear = () => {
    onChange('');
    input.current?.focus();
  };
  return (
    <div className={clsx('relative', className)}>
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-muted"
      />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={label}
        maxLength={MAX_TERM_LENGTH}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={clsx(controlClass, 'text-ellipsis px-8! [&::-webkit-search-cancel-button]:hidden')}
      />
      {value !== '' && (
        <button
          type="button"
          aria-label={texts.clearSearch}
          onClick={clear}
          className="absolute top-1/2 right-1 grid size-6 -translate-y-1/2 place-items-center rounded-sm text-muted hover:bg-subtle hover:text-text pointer-coarse:size-9"
        >
          <X aria-hidden className="size-3.5" />
        </button>
      )}
    </div>
  );
}
