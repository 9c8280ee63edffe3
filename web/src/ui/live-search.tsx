import { useEffect, useEffectEvent, useState } from 'react';
import { SearchInput } from './input.tsx';

export type LiveSearchProps = { label: string; term: string; onSearch: (term: string) => void; className?: string };

const PAUSE_MS = 250;

/** Searches after typing pauses. A term that changes elsewhere, for example by Clear, replaces the typed text. */
export function LiveSearch({ label, term, onSearch, className }: LiveSearchProps) {
  const [text, setText] = useState(term);
  const [sent, setSent] = useState(term);
  const [seen, setSeen] = useState(term);
  if (term !== seen) {
    setSeen(term);
    if (term !== sent) {
      setSent(term);
      setText(term);
    }
  }

  const search = useEffectEvent(onSearch);
  useEffect(() => {
    const typed = text.trim();
    if (typed === sent) return;
    const timer = setTimeout(() => {
      setSent(typed);
      search(typed);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, sent]);

  return <SearchInput label={label} value={text} onChange={setText} className={className} />;
}
