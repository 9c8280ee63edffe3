import { Contact, Mail, MessageSquare, Waypoints } from 'lucide-react';
import { useState } from 'react';
import { commonTexts } from '@/lib/texts.ts';
import { Badge } from '@/ui/badge.tsx';
import { CheckField } from '@/ui/checkbox.tsx';
import { Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';
import { PageHeader } from '@/ui/page-header.tsx';
import { Tabs } from '@/ui/tabs.tsx';
import { SettingsForm } from './settings-form.tsx';
import { texts } from './texts.ts';

const TABS = [
  { name: 'profile', label: texts.tabs.profile, fields: <ProfileSettings /> },
  { name: 'notifications', label: texts.tabs.notifications, fields: <NotificationSettings /> },
  { name: 'campaigns', label: texts.tabs.campaigns, fields: <CampaignSettings /> },
  { name: 'integrations', label: texts.tabs.integrations, fields: <IntegrationSettings /> },
] as const;

/** Sample values that are not stored, as the specification requires. */
export function SettingsPage() {
  const [selected, select] = useState<(typeof TABS)[number]['name']>('profile');
  return (
    <div className="mx-auto max-w-180">
      <PageHeader title={commonTexts.pages.settings} description={texts.sample} />
      <Tabs
        label={commonTexts.pages.settings}
        selected={selected}
        onSelect={select}
        tabs={TABS.map(({ name, label, fields }) => ({ name, label, panel: <SettingsForm>{fields}</SettingsForm> }))}
      />
    </div>
  );
}

function ProfileSettings() {
  return texts.profile.map(({ label, sample, type }) => (
    <Field key={label} label={label}>
      <Input type={type} defaultValue={sample} autoComplete="off" />
    </Field>
  ));
}

function NotificationSettings() {
  return texts.notifications.map((notification) => <Notification key={notification.name} {...notification} />);
}

function Notification({ name, help, isOn }: (typeof texts.notifications)[number]) {
  const [on, setOn] = useState(isOn);
  return (
    <CheckField checked={on} onChange={setOn} className="items-start gap-3 *:first:mt-0.5">
      <span>
        <span className="block font-medium text-sm">{name}</span>
        <span className="block text-muted text-xs">{help}</span>
      </span>
    </CheckField>
  );
}

function CampaignSettings() {
  return texts.campaigns.map(({ label, help, sample }) => (
    <Field key={label} label={label} help={help}>
      <Input
        type="number"
        inputMode="numeric"
        min={0}
        step={1}
        defaultValue={sample}
        className="max-w-32 tabular-nums"
      />
    </Field>
  ));
}

const { integrations } = texts;

const INTEGRATIONS = [
  { ...integrations.linkedin, icon: Contact, isConnected: true },
  { ...integrations.email, icon: Mail, isConnected: true },
  { ...integrations.crm, icon: Waypoints, isConnected: false },
  { ...integrations.chat, icon: MessageSquare, isConnected: false },
] as const;

function IntegrationSettings() {
  return (
    <ul className="-my-2 divide-y divide-border">
      {INTEGRATIONS.map(({ name, does, icon: Icon, isConnected }) => (
        <li key={name} className="flex items-center gap-3 py-3">
          <Icon aria-hidden className="size-5 shrink-0 text-muted" strokeWidth={1.75} />
          <div className="min-w-0 flex-1">
            <p className="font-medium text-sm">{name}</p>
            <p className="text-muted text-xs">{does}</p>
          </div>
          <Badge tone={isConnected ? 'success' : 'neutral'} className="shrink-0">
            {isConnected ? integrations.connected : integrations.notConnected}
          </Badge>
        </li>
      ))}
    </ul>
  );
}
