import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { toast } from '../../ui/toast.ts';
import { CampaignSettings } from './campaign-settings.tsx';
import { IntegrationSettings } from './integration-settings.tsx';
import { NotificationSettings } from './notification-settings.tsx';
import { ProfileSettings } from './profile-settings.tsx';

const TABS = [
  { name: 'profile', label: 'Profile', fields: <ProfileSettings /> },
  { name: 'notifications', label: 'Notifications', fields: <NotificationSettings /> },
  { name: 'campaigns', label: 'Campaigns', fields: <CampaignSettings /> },
  { name: 'integrations', label: 'Integrations', fields: <IntegrationSettings /> },
] as const;

/** Sample settings: what is changed here is not kept. */
export function SettingsPage() {
  const [selected, select] = useState<(typeof TABS)[number]['name']>('profile');
  return (
    <div className="mx-auto max-w-180">
      <PageHeader title="Settings" description="Sample values: changes are not kept yet." />
      <Tabs
        label="Settings"
        selected={selected}
        onSelect={select}
        tabs={TABS.map(({ name, label, fields }) => ({ name, label, panel: <Panel>{fields}</Panel> }))}
      />
    </div>
  );
}

function Panel({ children }: { children: ReactNode }) {
  const save = (event: FormEvent) => {
    event.preventDefault();
    toast({ title: 'Settings saved', variant: 'success' });
  };
  return (
    <form onSubmit={save} noValidate>
      <Card className="mt-5">
        <div className="space-y-5 p-5">{children}</div>
        <div className="flex justify-end border-border border-t px-5 py-3">
          <Button type="submit" variant="primary">
            Save Changes
          </Button>
        </div>
      </Card>
    </form>
  );
}
