import { Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState } from '@/ui/empty-state.tsx';

/** There are no leads at all. */
export function NoLeads({ description, action }: { description: string; action?: ReactNode }) {
  return <EmptyState icon={Users} title="No leads yet" description={description} action={action} />;
}
