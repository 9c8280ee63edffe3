import { Building2, KeyRound } from 'lucide-react';
import { useState } from 'react';
import { toastFailure } from '@/lib/toast.ts';
import { Button } from '@/ui/button.tsx';
import { CompanySignIn } from './company-sign-in.tsx';
import { signInWithProvider, type WaysIn } from './data.ts';
import { providerName } from './provider-names.ts';

export type ProvidersProps = { ways: WaysIn; returnTo: string };

/** A button for each provider, and a way to a company's own sign-in page. */
export function Providers({ ways: { providers, sso }, returnTo }: ProvidersProps) {
  const [leaving, setLeaving] = useState<string>();
  const [asksCompany, setAsksCompany] = useState(false);
  const leave = async (provider: string) => {
    setLeaving(provider);
    try {
      await signInWithProvider(provider, returnTo);
    } catch (error) {
      setLeaving(undefined);
      toastFailure('Error signing in', error);
    }
  };
  return (
    <section aria-label="Other ways to sign in" className="pt-4">
      <p className="mb-3 flex items-center gap-3 text-muted text-xs before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
        or
      </p>
      <div className="grid gap-2">
        {providers.map((provider) => (
          <Button
            key={provider}
            size="lg"
            icon={KeyRound}
            busy={leaving === provider}
            onClick={() => leave(provider)}
            className="w-full"
          >
            Continue with {providerName(provider)}
          </Button>
        ))}
        {sso && !asksCompany && (
          <Button size="lg" icon={Building2} onClick={() => setAsksCompany(true)} className="w-full">
            Continue with single sign-on
          </Button>
        )}
        {sso && asksCompany && <CompanySignIn returnTo={returnTo} />}
      </div>
    </section>
  );
}
