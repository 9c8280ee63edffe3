import { Activity, Clock, Gauge, ListTodo, type LucideIcon, MailOpen, Reply } from 'lucide-react';
import { Badge } from '@/ui/badge.tsx';
import { Section } from './section.tsx';

const INSIGHTS: readonly { name: string; icon: LucideIcon }[] = [
  { name: 'Open Rate', icon: MailOpen },
  { name: 'Reply Rate', icon: Reply },
  { name: 'Conversion Rate', icon: Activity },
  { name: 'Engagement Score', icon: Gauge },
  { name: 'Follow-up Queue', icon: ListTodo },
  { name: 'Response Time', icon: Clock },
];

/** Placeholders for campaign metrics. */
export function FutureInsights() {
  return (
    <Section title="Future Campaign Insights">
      <ul className="grid grid-cols-2 gap-3 md:grid-cols-3">
        {INSIGHTS.map(({ name, icon: Icon }) => (
          <li
            key={name}
            className="flex flex-col items-start justify-between gap-2 rounded-lg border border-border border-dashed p-4 text-muted text-sm lg:flex-row lg:items-center"
          >
            <span className="flex items-center gap-2">
              <Icon aria-hidden className="size-4 shrink-0" />
              {name}
            </span>
            <Badge className="shrink-0">Coming Soon</Badge>
          </li>
        ))}
      </ul>
    </Section>
  );
}
