import { Activity, Clock, Gauge, ListTodo, type LucideIcon, MailOpen, Reply } from 'lucide-react';
import { Badge } from '@/ui/badge.tsx';
import { Section } from './section.tsx';
import { texts } from './texts.ts';

const INSIGHTS: readonly { name: string; icon: LucideIcon }[] = [
  { name: texts.insights.openRate, icon: MailOpen },
  { name: texts.insights.replyRate, icon: Reply },
  { name: texts.insights.conversionRate, icon: Activity },
  { name: texts.insights.engagementScore, icon: Gauge },
  { name: texts.insights.followUpQueue, icon: ListTodo },
  { name: texts.insights.responseTime, icon: Clock },
];

/** Placeholders for campaign metrics. */
export function FutureInsights() {
  return (
    <Section title={texts.insights.title}>
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
            <Badge className="shrink-0">{texts.insights.badge}</Badge>
          </li>
        ))}
      </ul>
    </Section>
  );
}
