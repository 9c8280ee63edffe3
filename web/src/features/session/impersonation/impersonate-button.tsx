import { clsx } from 'clsx';
import { Eye } from 'lucide-react';
import { buttonClass } from '@/ui/button.tsx';
import { WORDS } from '@/ui/list/columns.ts';
import { texts } from './texts.ts';
import { useImpersonation } from './use-impersonation.ts';

export type ImpersonateButtonProps = {
  customer: { id: string; name: string };
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
