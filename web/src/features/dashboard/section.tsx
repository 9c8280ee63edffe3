import { clsx } from 'clsx';
import { type ReactNode, useId } from 'react';

export type SectionProps = { title: string; action?: ReactNode; className?: string; children: ReactNode };

export function Section({ title, action, className, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={clsx('mt-8', className)}>
      <div className="mb-3 flex break-after-avoid items-center justify-between gap-3">
        <h2 id={id} className="font-semibold text-[1rem]">
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  );
}
