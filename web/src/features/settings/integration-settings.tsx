import { Contact, Mail, MessageSquare, Waypoints } from 'lucide-react';
import { Badge } from '@/ui/badge.tsx';

const INTEGRATIONS = [
  { name: 'LinkedIn', does: 'Sends connection requests and messages', icon: Contact, isConnected: true },
  { name: 'E-mail', does: 'Sends e-mail steps from your own address', icon: Mail, isConnected: true },
  { name: 'CRM', does: 'Keeps approved leads in step with your pipeline', icon: Waypoints, isConnected: false },
  { name: 'Team chat', does: 'Tells a channel about replies', icon: MessageSquare, isConnected: false },
] as const;

export function IntegrationSettings() {
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
