import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSession } from '@/features/session/session.tsx';
import { formatNumber } from '@/lib/format.ts';
import { commonTexts } from '@/lib/texts.ts';
import { Card } from '@/ui/card.tsx';
import { RetryLine } from '@/ui/error-state.tsx';
import { Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';
import { PageHeader } from '@/ui/page-header.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { type SystemVersion, systemVersion } from './data.ts';
import { SettingsForm } from './settings-form.tsx';
import { texts } from './texts.ts';

export function AdminSettingsPage() {
  const { user } = useSession();
  return (
    <div className="mx-auto max-w-180">
      <PageHeader title={commonTexts.pages.settings} description={texts.admin.description} />
      <SettingsForm>
        <Field label={texts.email}>
          <Input type="email" value={user?.email ?? ''} readOnly />
        </Field>
        <Field label={texts.fullName}>
          <Input defaultValue={storedName(user?.user_metadata)} autoComplete="name" />
        </Field>
      </SettingsForm>
      <VersionCard />
    </div>
  );
}

const storedName = (metadata: Record<string, unknown> | undefined) =>
  typeof metadata?.full_name === 'string' ? metadata.full_name : '';

const { version } = texts;

export function VersionCard() {
  const { data, isError, refetch, isFetching } = useQuery(systemVersion);
  return (
    <Card className="mt-5 p-5">
      <h2 className="font-semibold">{version.title}</h2>
      <dl className="mt-3 divide-y divide-border text-sm">
        <Version name={version.app}>{import.meta.env.APP_VERSION}</Version>
        <Version name={version.commit}>{import.meta.env.APP_COMMIT}</Version>
        {!isError && (
          <>
            <Version name={version.database}>
              {data ? version.databaseVersion(data.database) : <Skeleton className="h-4 w-28" />}
            </Version>
            <Version name={version.migrations}>
              {data ? migrationsText(data) : <Skeleton className="h-4 w-40" />}
            </Version>
          </>
        )}
      </dl>
      {isError && <RetryLine text={version.failed} busy={isFetching} onRetry={refetch} className="mt-2" />}
    </Card>
  );
}

function migrationsText({ migrations, last_migration }: SystemVersion): string {
  if (migrations === null || last_migration === null) return version.notRecorded;
  return version.latestMigration(formatNumber(migrations), last_migration);
}

function Version({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-9 items-center justify-between gap-4 py-1.5">
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 select-text break-words text-right tabular-nums">{children}</dd>
    </div>
  );
}
