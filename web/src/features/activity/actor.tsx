import { Eye } from 'lucide-react';
import { Badge } from '@/ui/badge.tsx';
import type { Activity } from './data.ts';
import { texts } from './texts.ts';

export function actorName({ actor_id, actor_name, actor_email }: Activity): string {
  return actor_name || actor_email || (actor_id ? texts.actor.deleted : texts.actor.system);
}

/** Marks what an administrator did while impersonating the customer. */
export function ImpersonatedBadge({ className }: { className?: string }) {
  return (
    <Badge tone="warning" icon={Eye} className={className}>
      {texts.actor.impersonating}
    </Badge>
  );
}
