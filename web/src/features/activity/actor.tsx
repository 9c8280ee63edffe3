import { Eye } from 'lucide-react';
import { Badge } from '@/ui/badge.tsx';
import type { Activity } from './data.ts';

export function actorName({ actor_id, actor_name, actor_email }: Activity): string {
  return actor_name || actor_email || (actor_id ? 'Deleted user' : 'System');
}

/** Marks what an administrator did while impersonating the customer. */
export function ImpersonatedBadge({ className }: { className?: string }) {
  return (
    <Badge tone="warning" icon={Eye} className={className}>
      Impersonating
    </Badge>
  );
}
