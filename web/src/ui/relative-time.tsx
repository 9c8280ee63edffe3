import { formatMoment, formatRelative } from '../lib/format.ts';

/** When something was, as one would say it; the exact time on hover. */
export function RelativeTime({ at }: { at: string }) {
  const moment = new Date(at);
  return (
    <time dateTime={at} title={formatMoment(moment)}>
      {formatRelative(moment, new Date())}
    </time>
  );
}
