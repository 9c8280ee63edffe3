import { use } from 'react';
import { lazyCode } from '@/lib/lazy-code.tsx';
import { signInMethods } from './data.ts';

const ProviderButtons = lazyCode('ProviderButtons', () => import('./provider-buttons.tsx'));

export type SignInMethodsProps = {
  /** The page of this app that the provider returns to. */
  returnTo: string;
};

/** The ways to sign in other than a password, if any. Suspends until they are known. */
export function SignInMethods({ returnTo }: SignInMethodsProps) {
  const methods = use(signInMethods());
  if (methods.providers.length === 0 && !methods.sso) return null;
  return <ProviderButtons methods={methods} returnTo={returnTo} />;
}
