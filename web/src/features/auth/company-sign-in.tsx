import { toastFailure } from '@/lib/toast.ts';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';
import { useForm } from '@/ui/use-form.ts';
import { signInWithCompany } from './data.ts';

const DOMAIN = /^(?:[^@\s]+@)?([^@\s]+\.[^@\s]+)$/;

/** Asks for a work address, whose domain names the company's sign-in page. */
export function CompanySignIn({ returnTo }: { returnTo: string }) {
  const { formRef, busy, onSubmit, errorOf, inputProps } = useForm({
    initial: { work: '' },
    validate: ({ work }) => (DOMAIN.test(work.trim()) ? {} : { work: 'Enter your work email' }),
    submit: async ({ work }) => {
      const [, domain = ''] = DOMAIN.exec(work.trim()) ?? [];
      try {
        await signInWithCompany(domain.toLowerCase(), returnTo);
      } catch (error) {
        toastFailure('Error signing in', error);
      }
    },
  });
  return (
    <form ref={formRef} noValidate onSubmit={onSubmit} className="space-y-3 rounded-lg border border-border p-4">
      <Field label="Work email" help="We look up your company’s sign-in page." error={errorOf('work')}>
        {(control) => <Input {...control} {...inputProps('work')} type="email" autoComplete="email" autoFocus />}
      </Field>
      <Button type="submit" busy={busy} className="w-full">
        Go to single sign-on
      </Button>
    </form>
  );
}
