import { Suspense, useState } from 'react';
import { OtherWays } from '@/features/auth/other-ways.tsx';
import { Tabs } from '@/ui/tabs.tsx';
import { ExistingUserForm } from './existing-user-form.tsx';
import type { Invitation } from './invitation.ts';
import { NewUserForm } from './new-user-form.tsx';
import type { Join } from './use-joining.ts';

export type JoinTabsProps = { invitation: Invitation; returnTo: string; join: Join };

export function JoinTabs({ invitation: { email }, returnTo, join }: JoinTabsProps) {
  const [tab, setTab] = useState<'new' | 'existing'>('new');
  return (
    <Tabs
      label="New or existing user"
      variant="pill"
      selected={tab}
      onSelect={setTab}
      tabs={[
        { name: 'new', label: 'New User', panel: <NewUserForm email={email} returnTo={returnTo} join={join} /> },
        {
          name: 'existing',
          label: 'Existing User',
          panel: (
            <>
              <ExistingUserForm email={email} join={join} />
              <Suspense>
                <OtherWays returnTo={returnTo} />
              </Suspense>
            </>
          ),
        },
      ]}
    />
  );
}
