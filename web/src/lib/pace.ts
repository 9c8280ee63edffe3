import { useState } from 'react';
import { commonTexts } from './texts.ts';

/** Items done per second since the component mounted; 0 until it is known. */
export function usePace(done: number): number {
  const [start] = useState(() => ({ time: performance.now(), done }));
  const seconds = (performance.now() - start.time) / 1000;
  return seconds > 0 ? (done - start.done) / seconds : 0;
}

/** '12 s left', '3 min left', or '' while it is unknown. `pace` is items per second. */
export function formatTimeLeft(left: number, pace: number, locale?: string): string {
  if (left <= 0 || pace <= 0) return '';
  const seconds = Math.ceil(left / pace);
  const [amount, unit] = seconds < 60 ? [seconds, 's'] : [Math.ceil(seconds / 60), 'min'];
  return commonTexts.timeLeft(new Intl.NumberFormat(locale).format(amount), unit);
}
