import { type ReactNode, useId } from 'react';

type PartProps = { title: string; aside?: ReactNode; className?: string; children: ReactNode };

/** A part of a page, with its heading. */
export function Part({ title, aside, className = '', children }: PartProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={`mt-6 ${className}`}>
      <div className="mb-2 flex min-h-8 flex-wrap items-center justify-between gap-2">
        <h2 id={id} className="font-semibold">
          {title}
        </h2>
        {aside && <div className="flex flex-wrap gap-2 print:hidden">{aside}</div>}
      </div>
      {children}
    </section>
  );
}
