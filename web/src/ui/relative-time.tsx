import { formatMoment, formatRelative, isKnown } from '@/lib/format.ts';

export function RelativeTime({ at }: { at: string }) {
  const moment = new Date(at);
  if (!isKnown(moment)) return <span title={at}>{formatRelative(moment, moment)}</span>;
  return (
    <time dateTime={at} title={formatMoment(moment)}>
      {formatRelative(moment, new Date())}
    </time>
  );
}
