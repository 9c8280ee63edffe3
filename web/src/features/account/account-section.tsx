import type { ReactNode } from 'react';

export type AccountSectionProps = {
  title: string;
  /** How it stands now. */
  state: ReactNode;
  /** At the right of the state, while nothing below is open. */
  action?: ReactNode;
  /** What is being changed. */
  children?: ReactNode;
};

/** One matter of the account: how it stands, and below it what is being done about it. */
export function AccountSection({ title, state, action, children }: AccountSectionProps) {
  return (
    <section aria-label={title} className="border-border border-b py-4 first:pt-0 last:border-b-0 last:pb-0">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <h3 className="font-medium text-base">{title}</h3>
          <div className="mt-0.5 break-words text-muted text-sm">{state}</div>
        </div>
        {action && <div className="flex flex-wrap gap-2">{action}</div>}
      </div>
      <div className="mt-4 empty:hidden">{children}</div>
    </section>
  );
}
