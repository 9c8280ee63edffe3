import { lazy, use } from 'react';
import { waysIn } from './data.ts';

const Providers = lazy(async () => ({ default: (await import('./providers.tsx')).Providers }));

export type OtherWaysProps = {
  /** The page of this app to which they lead back. */
  returnTo: string;
};

/** The ways in apart from a password; suspends until it is known which there are, and shows nothing where there are none. */
export function OtherWays({ returnTo }: OtherWaysProps) {
  const ways = use(waysIn());
  if (ways.providers.length === 0 && !ways.sso) return null;
  return <Providers ways={ways} returnTo={returnTo} />;
}
