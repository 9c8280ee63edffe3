import type { User } from '@supabase/auth-js';
import { useQuery } from '@tanstack/react-query';
import { invalidate } from '@/lib/query-client.ts';
import { useSave } from '@/lib/use-save.ts';
import { Select } from '@/ui/select.tsx';
import { AccountSection, SectionError } from './account-section.tsx';
import { type DigestPeriod, digestPreference, saveDigest } from './data.ts';
import { texts } from './texts.ts';

const { digest: words } = texts;
const { choices } = words;

const OPTIONS = [
  { value: 'off', label: choices.off },
  { value: 'daily', label: choices.daily },
  { value: 'weekly', label: choices.weekly },
] as const;

/** How often the user gets a digest by email. A choice is saved at once. */
export function DigestSection({ user }: { user: User }) {
  const query = useQuery(digestPreference);
  const { save, isSaving } = useSave({
    write: (period: DigestPeriod) => saveDigest(user.id, period),
    refresh: (client) => invalidate(client, digestPreference.queryKey),
    failure: words.failed,
  });
  const { digest: period, time_zone: timeZone } = query.data ?? {};
  return (
    <AccountSection
      title={words.title}
      state={period && summary(period, timeZone)}
      action={
        period && (
          <div className="w-32">
            <Select<DigestPeriod>
              label={words.title}
              value={period}
              options={OPTIONS}
              disabled={isSaving}
              onChange={save}
            />
          </div>
        )
      }
    >
      <SectionError what={words.what} query={query} />
    </AccountSection>
  );
}

function summary(period: DigestPeriod, timeZone = 'UTC') {
  return period === 'off' ? words.off : words[period](timeZone.replaceAll('_', ' '));
}
