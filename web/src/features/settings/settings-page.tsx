import { useState } from 'react';
import { PageHeader } from '@/ui/page-header.tsx';
import { Tabs } from '@/ui/tabs.tsx';
import { CampaignSettings } from './campaign-settings.tsx';
import { IntegrationSettings } from './integration-settings.tsx';
import { NotificationSettings } from './notification-settings.tsx';
import { ProfileSettings } from './profile-settings.tsx';
import { SettingsForm } from './settings-form.tsx';

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
        tabs={TABS.map(({ name, label, fields }) => ({ name, label, panel: <SettingsForm>{fields}</SettingsForm> }))}
      />
    </div>
  );
}
