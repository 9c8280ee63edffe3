import { ClipboardCheck, type LucideIcon, Upload } from 'lucide-react';
import { Link } from 'react-router';
import { formatNumber } from '@/lib/format.ts';
import { paths } from '@/paths.ts';
import { buttonClass } from '@/ui/button.tsx';
import { Card } from '@/ui/card.tsx';
import { Section } from './section.tsx';

/** Next steps. The review is shown only if leads are pending. */
export function GettingStarted({ pending }: { pending: number }) {
  return (
    <Section title="Ready to Get Started?">
      <ul className="grid gap-4 lg:grid-cols-2">
        <Step icon={Upload} title="Upload New Leads" description="Import CSV files" button="Go to Leads" />
        {pending > 0 && (
          <Step
            icon={ClipboardCheck}
            title="Review Pending Approvals"
            description={`${formatNumber(pending)} leads waiting for approval`}
            button="Review Leads"
            isNext
          />
        )}
      </ul>
    </Section>
  );
}

type StepProps = { icon: LucideIcon; title: string; description: string; button: string; isNext?: boolean };

function Step({ icon: Icon, title, description, button, isNext }: StepProps) {
  return (
    <li>
      <Card className="flex h-full items-center gap-4 p-5 max-sm:flex-wrap">
        <span className="grid size-10 shrink-0 place-items-center rounded-md bg-accent-soft text-accent-text">
          <Icon aria-hidden className="size-5" strokeWidth={1.75} />
        </span>
        <div className="min-w-0 flex-1">
          <h3 className="font-medium">{title}</h3>
          <p className="text-muted text-sm tabular-nums">{description}</p>
        </div>
        <Link to={paths.leads} className={buttonClass(isNext ? 'primary' : 'secondary', 'md', 'max-sm:w-full')}>
          {button}
        </Link>
      </Card>
    </li>
  );
}
