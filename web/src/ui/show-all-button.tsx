import { clsx } from 'clsx';
import { Button } from './button.tsx';
import { texts } from './texts.ts';

type ShowAllButtonProps = {
  count: number;
  /** How many are shown until it is pressed. It is left out if there are no more. */
  first: number;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  className?: string;
};

export function ShowAllButton({ count, first, isOn, onChange, className = 'px-5 py-2.5' }: ShowAllButtonProps) {
  if (count <= first) return null;
  return (
    <div className={clsx('border-border border-t', className)}>
      <Button variant="ghost" size="sm" className="-ml-2.5" onClick={() => onChange(!isOn)}>
        {isOn ? texts.showFewer : texts.showAll(count)}
      </Button>
    </div>
  );
}
