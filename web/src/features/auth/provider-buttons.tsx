import { Building2, KeyRound } from 'lucide-react';
import { useState } from 'react';
import { toastFailure } from '@/lib/toast.ts';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';
import { useForm } from '@/ui/use-form.ts';
import { type SignInMethods, signInWithCompany, signInWithProvider } from './data.ts';
import { providerName } from './provider-names.ts';
import { texts } from './texts.ts';

export type ProviderButtonsProps = { methods: SignInMethods; returnTo: string };

/** A button for each provider, and one for single sign-on. */
export function ProviderButtons({ methods: { providers, sso }, returnTo }: ProviderButtonsProps) {
  const [opening, setOpening] = useState<string>();
  const [isSsoOpen, setSsoOpen] = useState(false);
  const open = async (provider: string) => {
    setOpening(provider);
    try {
      await signInWithProvider(provider, returnTo);
    } catch (error) {
      setOpening(undefined);
      toastFailure(texts.providers.failed, error);
    }
  };
  return (
    <section aria-label={texts.providers.label} className="pt-4">
      <p className="mb-3 flex items-center gap-3 text-muted text-xs before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
        {texts.providers.or}
      </p>
      <div className="grid gap-2">
        {providers.map((provider) => (
          <Button
            key={provider}
            size="lg"
            icon={KeyRound}
            busy={opening === provider}
            onClick={() => open(provider)}
            className="w-full"
          >
            {texts.providers.continueWith(providerName(provider))}
          </Button>
        ))}
        {sso && !isSsoOpen && (
          <Button size="lg" icon={Building2} onClick={() => setSsoOpen(true)} className="w-full">
            {texts.providers.sso}
          </Button>
        )}
        {sso && isSsoOpen && <CompanySignIn returnTo={returnTo} />}
      </div>
    </section>
  );
}

const EMAIL_OR_DOMAIN = /^(?:[^@\s]+@)?([^@\s]+\.[^@\s]+)$/;

/** Asks for a work email, whose domain selects the company's sign-in page. */
function CompanySignIn({ returnTo }: { returnTo: string }) {
  const { formRef, busy, submitError, onSubmit, errorOf, inputProps } = useForm({
    initial: { work: '' },
    validate: ({ work }) => (EMAIL_OR_DOMAIN.test(work.trim()) ? {} : { work: texts.providers.ssoMissing }),
    submit: async ({ work }) => {
      const [, domain = ''] = EMAIL_OR_DOMAIN.exec(work.trim()) ?? [];
      try {
        await signInWithCompany(domain.toLowerCase(), returnTo);
      } catch (error) {
        toastFailure(texts.providers.failed, error);
        throw error;
      }
    },
  });
  return (
    <form ref={formRef} noValidate onSubmit={onSubmit} className="space-y-3 rounded-lg border border-border p-4">
      <Field label={texts.providers.ssoEmail} help={texts.providers.ssoHelp} error={errorOf('work') ?? submitError}>
        {(control) => <Input {...control} {...inputProps('work')} type="email" autoComplete="email" autoFocus />}
      </Field>
      <Button type="submit" busy={busy} className="w-full">
        {texts.providers.ssoSubmit}
      </Button>
    </form>
  );
}
