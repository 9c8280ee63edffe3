import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { controlClass } from './input.tsx';

/** A control of several lines, which grows with its text up to half of the screen. */
export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      className={clsx(controlClass, 'field-sizing-content h-auto! max-h-[50dvh] min-h-32 resize-y py-2', className)}
      {...rest}
    />
  );
}
