import { Building2, KeyRound } from 'lucide-react';
import { useState } from 'react';
import { capitalized } from '@/lib/format.ts';
import { commonTexts } from '@/lib/texts.ts';
import { toastFailure } from '@/lib/toast.ts';
import { Button } from '@/ui/button.tsx';
import { FormElement, TextField } from '@/ui/form.tsx';
import { useForm } from '@/ui/use-form.ts';
import { OtherWays } from '../auth-frame.tsx';
import { type SignInMethods, signInWithCompany, signInWithProvider } from '../data.ts';
import { texts } from './texts.ts';

export type ProviderButtonsProps = { methods: SignInMethods; returnTo: string };

export function ProviderButtons({ methods: { providers, sso }, returnTo }: ProviderButtonsProps) {
  const [opening, setOpening] = useState<string>();
  const [isSsoOpen, setSsoOpen] = useState(false);
  const open = async (provider: string) => {
    setOpening(provider);
    try {
      await signInWithProvider(provider, returnTo);
    } catch (error) {
      setOpening(undefined);
      toastFailure(commonTexts.signInFailed, error);
    }
  };
  return (
    <OtherWays label={texts.label} words={texts.or}>
      {providers.map((provider) => (
        <Button
          key={provider}
          size="lg"
          icon={KeyRound}
          busy={opening === provider}
          onClick={() => open(provider)}
          className="w-full"
        >
          {texts.continueWith(providerName(provider))}
        </Button>
      ))}
      {sso && !isSsoOpen && (
        <Button size="lg" icon={Building2} onClick={() => setSsoOpen(true)} className="w-full">
          {texts.sso}
        </Button>
      )}
      {sso && isSsoOpen && <CompanySignIn returnTo={returnTo} />}
    </OtherWays>
  );
}

const EMAIL_OR_DOMAIN = /^(?:[^@\s]+@)?([^@\s]+\.[^@\s]+)$/;

/** Asks for a work email, whose domain selects the company's sign-in page. */
function CompanySignIn({ returnTo }: { returnTo: string }) {
  const form = useForm({
    initial: { work: '' },
    validate: ({ work }) => (EMAIL_OR_DOMAIN.test(work.trim()) ? {} : { work: texts.ssoMissing }),
    submit: async ({ work }) => {
      const [, domain = ''] = EMAIL_OR_DOMAIN.exec(work.trim()) ?? [];
      try {
        await signInWithCompany(domain.toLowerCase(), returnTo);
      } catch (error) {
        toastFailure(commonTexts.signInFailed, error);
        throw error;
      }
    },
    failsAt: 'work',
  });
  return (
    <FormElement form={form} className="space-y-3 rounded-lg border border-border p-4">
      <TextField
        form={form}
        name="work"
        label={texts.ssoEmail}
        help={texts.ssoHelp}
        type="email"
        autoComplete="email"
        autoFocus
      />
      <Button type="submit" busy={form.busy} className="w-full">
        {texts.ssoSubmit}
      </Button>
    </FormElement>
  );
}

/** A provider's name on the screen; that of a custom provider comes from its configured id. */
export function providerName(provider: string): string {
  if (provider.startsWith('sso:')) return texts.ssoName;
  const plain = provider.replace(/^custom:/, '').replaceAll(/[_-]+/g, ' ');
  return texts.names[provider] ?? capitalized(plain);
}
