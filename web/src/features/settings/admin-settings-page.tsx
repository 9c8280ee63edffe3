import { useSession } from '@/features/session/session.tsx';
import { Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';
import { PageHeader } from '@/ui/page-header.tsx';
import { SettingsForm } from './settings-form.tsx';
import { texts } from './texts.ts';
import { VersionCard } from './version-card.tsx';

export function AdminSettingsPage() {
  const { user } = useSession();
  return (
    <div className="mx-auto max-w-180">
      <PageHeader title={texts.title} description={texts.admin.description} />
      <SettingsForm>
        <Field label={texts.email}>
          {(control) => (
            <Input {...control} type="email" value={user?.email ?? ''} readOnly className="bg-subtle! text-muted" />
          )}
        </Field>
        <Field label={texts.fullName}>
          {(control) => <Input {...control} defaultValue={nameOf(user?.user_metadata)} autoComplete="name" />}
        </Field>
      </SettingsForm>
      <VersionCard />
    </div>
  );
}

const nameOf = (metadata: Record<string, unknown> | undefined) =>
  typeof metadata?.full_name === 'string' ? metadata.full_name : '';
