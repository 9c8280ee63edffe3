import { Contact, Mail, MessageSquare, Waypoints } from 'lucide-react';
import { useId, useState } from 'react';
import { Badge } from '@/ui/badge.tsx';
import { Checkbox } from '@/ui/checkbox.tsx';
import { Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';
import { PageHeader } from '@/ui/page-header.tsx';
import { Tabs } from '@/ui/tabs.tsx';
import { SettingsForm } from './settings-form.tsx';

const TABS = [
  { name: 'profile', label: 'Profile', fields: <ProfileSettings /> },
  { name: 'notifications', label: 'Notifications', fields: <NotificationSettings /> },
  { name: 'campaigns', label: 'Campaigns', fields: <CampaignSettings /> },
  { name: 'integrations', label: 'Integrations', fields: <IntegrationSettings /> },
] as const;

/** Sample values that are not stored, as the specification requires. */
export function SettingsPage() {
  const [selected, select] = useState<(typeof TABS)[number]['name']>('profile');
  return (
    <div className="mx-auto max-w-180">
      <PageHeader title="Settings" description="Sample values: changes aren’t saved yet." />
      <Tabs
        label="Settings"
        selected={selected}
        onSelect={select}
        tabs={TABS.map(({ name, label, fields }) => ({ name, label, panel: <SettingsForm>{fields}</SettingsForm> }))}
      />
    </div>
  );
}

function ProfileSettings() {
  return (
    <>
      <Field label="Full name">
        {(control) => <Input {...control} defaultValue="Jordan Avery" autoComplete="off" />}
      </Field>
      <Field label="Email">
        {(control) => <Input {...control} type="email" defaultValue="jordan@example.com" autoComplete="off" />}
      </Field>
      <Field label="Company">
        {(control) => <Input {...control} defaultValue="Example Company" autoComplete="off" />}
      </Field>
      <Field label="Job title">
        {(control) => <Input {...control} defaultValue="Head of Growth" autoComplete="off" />}
      </Field>
    </>
  );
}

const NOTIFICATIONS = [
  { name: 'New leads', help: 'When your agency uploads leads for you', isOn: true },
  { name: 'Campaign replies', help: 'When a lead answers one of your messages', isOn: true },
  { name: 'Weekly summary', help: 'Every Monday, what happened in the week before', isOn: true },
  { name: 'Product news', help: 'Now and then, what’s new in Leadlight', isOn: false },
] as const;

function NotificationSettings() {
  return NOTIFICATIONS.map((notification) => <Notification key={notification.name} {...notification} />);
}

function Notification({ name, help, isOn }: (typeof NOTIFICATIONS)[number]) {
  const id = useId();
  const [on, setOn] = useState<boolean>(isOn);
  return (
    <div className="flex items-start gap-3">
      <Checkbox id={id} checked={on} onChange={setOn} className="mt-0.5" />
      <label htmlFor={id}>
        <span className="block font-medium text-sm">{name}</span>
        <span className="block text-muted text-xs">{help}</span>
      </label>
    </div>
  );
}

const DAILY_OUTREACH_LIMIT = 50;
const FOLLOW_UP_DELAY_DAYS = 3;

function CampaignSettings() {
  return (
    <>
      <Field label="Daily outreach limit" help="Messages per day, across all campaigns">
        {(control) => <NumberInput {...control} defaultValue={DAILY_OUTREACH_LIMIT} />}
      </Field>
      <Field label="Follow-up delay" help="Days between a message and the next one">
        {(control) => <NumberInput {...control} defaultValue={FOLLOW_UP_DELAY_DAYS} />}
      </Field>
    </>
  );
}

function NumberInput(control: { id: string; defaultValue: number }) {
  return <Input {...control} type="number" inputMode="numeric" min={0} step={1} className="max-w-32 tabular-nums" />;
}

const INTEGRATIONS = [
  { name: 'LinkedIn', does: 'Sends connection requests and messages', icon: Contact, isConnected: true },
  { name: 'Email', does: 'Sends email steps from your own address', icon: Mail, isConnected: true },
  { name: 'CRM', does: 'Syncs approved leads with your pipeline', icon: Waypoints, isConnected: false },
  { name: 'Team chat', does: 'Posts replies to a channel', icon: MessageSquare, isConnected: false },
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
            {isConnected ? 'Connected' : 'Not connected'}
          </Badge>
        </li>
      ))}
    </ul>
  );
}
