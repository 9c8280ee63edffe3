import { Eye } from 'lucide-react';
import { Badge } from '@/ui/badge.tsx';
import type { Activity } from './data.ts';

/** What the person who acted is called. */
export function actorName({ actor_id, actor_name, actor_email }: Activity): string {
  return actor_name || actor_email || (actor_id ? 'A former user' : 'The system');
}

/** Said of what an administrator did while looking at the customer. */
export function ImpersonatedBadge({ className }: { className?: string }) {
  return (
    <Badge tone="warning" icon={Eye} className={className}>
      Impersonating
    </Badge>
  );
}
