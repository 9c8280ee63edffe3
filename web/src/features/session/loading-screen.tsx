import { Navigate } from 'react-router';
import { Spinner } from '@/ui/spinner.tsx';
import { texts } from './texts.ts';

export function LoadingScreen() {
  return (
    <main className="grid min-h-dvh place-items-center">
      <p role="status" className="flex animate-appear items-center gap-2 text-muted">
        <Spinner />
        {texts.loading}
      </p>
    </main>
  );
}

/** Replaces the address. The code of the other page may still have to be loaded. */
export const Redirect = ({ to }: { to: string }) => (
  <>
    <Navigate to={to} replace />
    <LoadingScreen />
  </>
);
