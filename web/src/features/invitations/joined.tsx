import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '@/paths.ts';
import { Note } from '@/ui/note.tsx';

/** Long enough to read the welcome (SPEC §9). */
const REDIRECT_MS = 1500;

export function Joined({ welcome }: { welcome: string }) {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => navigate(paths.dashboard, { replace: true }), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <Note tone="success" title={welcome}>
      Your workspace opens in a moment.
    </Note>
  );
}
