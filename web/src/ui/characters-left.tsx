import { clsx } from 'clsx';
import { texts } from './texts.ts';

/** Below a field with a limit: how many characters it still takes, or has too many. Nothing while there are more than 100. */
export function CharactersLeft({ count }: { count: number }) {
  if (count > 100) return null;
  return (
    <span role="status" className={clsx('text-xs tabular-nums', count < 0 ? 'text-danger' : 'text-muted')}>
      {texts.charactersLeft(count)}
    </span>
  );
}
