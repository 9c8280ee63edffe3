import { clsx } from 'clsx';

export type ProgressBarProps = {
  label: string;
  value: number;
  max: number;
  /** The value for screen readers, such as '200 of 1,400 rows'. */
  valueText?: string;
  className?: string;
};

export function ProgressBar({ label, value, max, valueText, className }: ProgressBarProps) {
  const share = max > 0 ? Math.min(1, value / max) : 0;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      aria-valuetext={valueText}
      className={clsx('h-1.5 overflow-hidden rounded-full bg-subtle', className)}
    >
      <div
        className="h-full origin-left rounded-full bg-accent transition-transform"
        style={{ transform: `scaleX(${share})` }}
      />
    </div>
  );
}
