import { useState } from 'react';

/** How quickly long work goes on, as seen since this hook came: things done per second, 0 until it can be said. */
export function usePace(done: number): number {
  const [since] = useState(() => ({ time: performance.now(), done }));
  const seconds = (performance.now() - since.time) / 1000;
  return seconds > 0 ? (done - since.done) / seconds : 0;
}

/** '12 s left', '3 min left'; nothing where it cannot be said. `pace` is things per second. */
export function formatTimeLeft(left: number, pace: number, locale?: string): string {
  if (left <= 0 || pace <= 0) return '';
  const seconds = Math.ceil(left / pace);
  const [amount, unit] = seconds < 60 ? [seconds, 's'] : [Math.ceil(seconds / 60), 'min'];
  return `${new Intl.NumberFormat(locale).format(amount)} ${unit} left`;
}
