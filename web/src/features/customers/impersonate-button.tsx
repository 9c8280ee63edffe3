import { clsx } from 'clsx';
import { Eye } from 'lucide-react';
import { useImpersonation } from '@/features/impersonation/use-impersonation.ts';
import { buttonClass } from '@/ui/button.tsx';
import { WORDS } from '@/ui/list/layout.ts';
import type { CustomerName } from './data.ts';
import { texts } from './texts.ts';

export type ImpersonateButtonProps = {
  customer: CustomerName;
  /** In a table row, where the label is hidden if there is no space. */
  inRow?: boolean;
};

export function ImpersonateButton({ customer: { id, name }, inRow }: ImpersonateButtonProps) {
  const { start } = useImpersonation();
  return (
    <button
      type="button"
      aria-label={texts.impersonateOne(name)}
      title={inRow ? texts.impersonateOne(name) : undefined}
      onClick={() => start({ id, name })}
      className={inRow ? buttonClass('ghost', 'sm') : buttonClass()}
    >
      <Eye aria-hidden className="size-4" />
      <span className={clsx(inRow && WORDS)}>{texts.impersonate}</span>
    </button>
  );
}
