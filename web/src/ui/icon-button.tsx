import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { buttonClass } from './button.tsx';
import { Tooltip } from './tooltip.tsx';

export type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  /** Its accessible name, also shown as a tooltip. */
  label: string;
  icon: LucideIcon;
};

export function IconButton({ label, icon: Icon, className, ...rest }: IconButtonProps) {
  return (
    <Tooltip content={label}>
      <button type="button" aria-label={label} className={buttonClass('ghost', 'icon', className)} {...rest}>
        <Icon aria-hidden className="size-4" />
      </button>
    </Tooltip>
  );
}
