import type { UseQueryResult } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { commonTexts } from '@/lib/texts.ts';
import { Button } from '@/ui/button.tsx';
import { Note } from '@/ui/note.tsx';

type AccountSectionProps = {
  title: string;
  /** The current setting. */
  state: ReactNode;
  /** The buttons beside it. */
  action?: ReactNode;
  children?: ReactNode;
};

/** A section of the account. `action` is left out while its form is open; when the buttons return, the first gets the focus that the form had. */
export function AccountSection({ title, state, action, children }: AccountSectionProps) {
  const section = useRef<HTMLElement>(null);
  const hadFocus = useRef(false);
  const hasAction = Boolean(action);
  useEffect(() => {
    if (!hasAction || !hadFocus.current) return;
    section.current?.querySelector('button')?.focus();
    hadFocus.current = false;
  }, [hasAction]);
  return (
    <section
      ref={section}
      aria-label={title}
      onFocus={() => {
        hadFocus.current = true;
      }}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget) hadFocus.current = false; // null if the form was removed
      }}
      className="border-border border-b py-4 first:pt-0 last:border-b-0 last:pb-0"
    >
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

type SettingSectionProps = Omit<AccountSectionProps, 'action'> & {
  /** The label of the button that opens the form. */
  change: string;
  form: (close: () => void) => ReactNode;
};

/** A setting that a form changes. The form is shown in place of the children. */
export function SettingSection({ change, form, children, ...section }: SettingSectionProps) {
  const [isChanging, setChanging] = useState(false);
  return (
    <AccountSection {...section} action={!isChanging && <Button onClick={() => setChanging(true)}>{change}</Button>}>
      {isChanging ? form(() => setChanging(false)) : children}
    </AccountSection>
  );
}

type SectionErrorProps = {
  /** The thing that could not be loaded, such as 'Your sessions'. */
  what: string;
  query: Pick<UseQueryResult<unknown>, 'error' | 'refetch'>;
};

/** The error of a section's query, if it failed, with a Retry button. */
export function SectionError({ what, query: { error, refetch } }: SectionErrorProps) {
  if (!error) return null;
  return (
    <Note
      tone="danger"
      action={
        <Button size="sm" icon={RotateCw} onClick={() => refetch()}>
          {commonTexts.retry}
        </Button>
      }
    >
      {commonTexts.couldNotLoad(what)}: {error.message}
    </Note>
  );
}

export const SectionList = ({ label, children }: { label?: string; children: ReactNode }) => (
  <ul aria-label={label} className="divide-y divide-border rounded-lg border border-border empty:hidden">
    {children}
  </ul>
);

type SectionRowProps = { name: string; title?: string; detail?: ReactNode; children: ReactNode };

export const SectionRow = ({ name, title, detail, children }: SectionRowProps) => (
  <li className="flex min-h-12 items-center justify-between gap-3 px-3 py-1.5">
    <div className="min-w-0">
      <p className="text-sm" title={title}>
        {name}
      </p>
      {detail !== undefined && <p className="truncate text-muted text-xs">{detail}</p>}
    </div>
    {children}
  </li>
);
