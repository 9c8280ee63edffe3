import { ShieldCheck } from 'lucide-react';
import { Badge } from '@/ui/badge.tsx';
import { texts } from './texts.ts';

/** Marks the name of an administrator. Names can be chosen freely; only this is from the server. */
export function AdminBadge() {
  return (
    <Badge tone="info" icon={ShieldCheck}>
      {texts.admin}
    </Badge>
  );
}
