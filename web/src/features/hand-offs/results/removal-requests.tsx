import { Ban } from 'lucide-react';
import { Button } from '@/ui/button.tsx';
import { texts } from './texts.ts';
import type { Checked, RefusedAddress } from './use-results.ts';

const { requests: words, refused: refusedWords } = texts.dialog;

const MAX_SHOWN = 10;
const LIST = 'divide-y divide-border rounded-lg border border-border bg-raised text-sm';

type RemovalRequestsProps = { checked: Checked; isAdding: boolean; onAdd: () => void };

/** People who opted out and are not on the do-not-contact list, which a press adds. */
export function RemovalRequests({ checked: { requests }, isAdding, onAdd }: RemovalRequestsProps) {
  if (requests.length === 0) return null;
  const names = requests.map(words.name);
  return (
    <section aria-label={words.title}>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div>
          <h3 className="mb-1 font-medium text-sm">{words.title}</h3>
          <p className="text-muted text-sm">{words.hint(requests.length)}</p>
        </div>
        <Button icon={Ban} busy={isAdding} onClick={onAdd}>
          {words.add(requests.length)}
        </Button>
      </div>
      <List names={names} />
    </section>
  );
}

/** Addresses of people who opted out that are no entries by themselves. */
export function RefusedAddresses({ refused }: { refused: readonly RefusedAddress[] }) {
  if (refused.length === 0) return null;
  return (
    <section aria-label={refusedWords.title}>
      <h3 className="mb-2 font-medium text-sm">{refusedWords.title}</h3>
      <List
        names={refused.map(({ value, kind, isAdded }) => {
          const reason = refusedWords.reasons[kind];
          return `${value}: ${isAdded ? refusedWords.added(reason) : refusedWords.lost(reason)}`;
        })}
      />
    </section>
  );
}

const List = ({ names }: { names: readonly string[] }) => (
  <ul className={LIST}>
    {names.slice(0, MAX_SHOWN).map((name) => (
      <li key={name} dir="auto" className="px-4 py-2 wrap-anywhere">
        {name}
      </li>
    ))}
    {names.length > MAX_SHOWN && <li className="px-4 py-2 text-muted">{words.more(names.length - MAX_SHOWN)}</li>}
  </ul>
);
