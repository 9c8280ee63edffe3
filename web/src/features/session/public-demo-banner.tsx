import { FlaskConical } from 'lucide-react';
import { useEffect, useState } from 'react';
import { formatTime } from '@/lib/format.ts';
import { Banner } from '@/ui/banner.tsx';
import { leaveEndedSession } from './actions.ts';
import { useSession } from './session.tsx';
import { texts } from './texts.ts';

const { publicDemo } = texts;

/** A reset ends all sessions. Each visitor notices it up to five seconds later, so that they do not ask all at once. */
const NOTICE_MS = 5_000;

/** Says when the public demo is next reset, and what an administrator may do in it. */
export function PublicDemoBanner({ resetEveryMs }: { resetEveryMs: number }) {
  const { isAdmin } = useSession();
  const [resetAt, setResetAt] = useState(() => nextReset(resetEveryMs));
  useEffect(() => {
    const wait = resetAt - Date.now() + Math.random() * NOTICE_MS;
    const timer = setTimeout(() => {
      setResetAt(nextReset(resetEveryMs));
      leaveEndedSession();
    }, wait);
    return () => clearTimeout(timer);
  }, [resetAt, resetEveryMs]);
  const time = formatTime(new Date(resetAt));
  return (
    <Banner
      label={publicDemo.label}
      icon={FlaskConical}
      text={isAdmin ? publicDemo.forAdministrator(time) : publicDemo.reset(time)}
    />
  );
}

const nextReset = (everyMs: number) => (Math.floor(Date.now() / everyMs) + 1) * everyMs;
