import { clsx } from 'clsx';
import { type ReactNode, useId } from 'react';

const LOOKS = {
  page: { section: 'mt-8', head: 'mb-3 break-after-avoid gap-3', heading: 'font-semibold text-[1rem]' },
  part: { section: 'mt-6', head: 'mb-2 min-h-8 flex-wrap gap-2', heading: 'font-semibold' },
  panel: { section: 'mt-6', head: 'mb-2 min-h-7 gap-2', heading: 'font-medium text-muted text-xs' },
};

export type SectionProps = {
  title: string;
  /** Content beside the heading. */
  aside?: ReactNode;
  look?: keyof typeof LOOKS;
  className?: string;
  children: ReactNode;
};

/** A section of a page, a part of its one subject, or a section of a panel, with its heading. */
export function Section({ title, aside, look = 'page', className, children }: SectionProps) {
  const id = useId();
  const { section, head, heading } = LOOKS[look];
  const Heading = look === 'panel' ? 'h3' : 'h2';
  return (
    <section aria-labelledby={id} className={clsx(section, className)}>
      <div className={clsx('flex items-center justify-between', head)}>
        <Heading id={id} className={heading}>
          {title}
        </Heading>
        {aside}
      </div>
      {children}
    </section>
  );
}
