import { useEffect, useState } from 'react';
import { lazyPart } from '@/lib/lazy-part.tsx';
import { type SignInMethods as Methods, signInMethods } from '../data.ts';

const ProviderButtons = lazyPart('ProviderButtons', () => import('./provider-buttons.tsx'));

const hasAny = ({ providers, sso }: Methods) => providers.length > 0 || sso;

/** The ways to sign in other than a password; undefined until they are known and can be shown. */
export function useSignInMethods(): Methods | undefined {
  const [methods, setMethods] = useState<Methods>();
  useEffect(() => {
    signInMethods().then(async (known) => {
      if (hasAny(known)) await ProviderButtons.load().catch(() => {});
      setMethods(known);
    });
  }, []);
  return methods;
}

export type SignInMethodsProps = {
  methods: Methods | undefined;
  /** The page of this app that the provider returns to. */
  returnTo: string;
};

/** Buttons for these ways to sign in, if there are any. */
export function SignInMethods({ methods, returnTo }: SignInMethodsProps) {
  return methods && hasAny(methods) && <ProviderButtons methods={methods} returnTo={returnTo} />;
}
