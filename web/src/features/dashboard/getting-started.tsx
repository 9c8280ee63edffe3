import { ClipboardCheck, type LucideIcon, Upload } from 'lucide-react';
import { Link } from 'react-router';
import { listPath } from '@/features/lists/filters.ts';
import type { ReviewCounts } from '@/features/lists/list-data.ts';
import { countRows } from '@/features/lists/status.ts';
import { paths } from '@/paths.ts';
import { buttonClass } from '@/ui/button.tsx';
import { Card } from '@/ui/card.tsx';
import { Section } from '@/ui/section.tsx';
import { texts } from './texts.ts';

/** Next steps. The review is shown only if leads are pending; it lists those to review, or rejected ones if only those remain. */
export function GettingStarted({ leads }: { leads: ReviewCounts | undefined }) {
  const pending = leads ? leads.total - leads.approved : 0;
  const rejected = leads ? countRows(leads, 'rejected') : 0;
  const status = rejected === pending ? 'rejected' : 'to_review';
  return (
    <Section title={texts.start.title}>
      <ul className="grid gap-4 lg:grid-cols-2">
        <Step
          icon={Upload}
          title={texts.start.upload}
          description={texts.start.uploadHint}
          button={texts.start.toLeads}
          to={paths.leads}
        />
        {pending > 0 && (
          <Step
            icon={ClipboardCheck}
            title={texts.start.review}
            description={texts.start.pending(pending)}
            detail={rejected > 0 && texts.start.rejected(rejected, pending)}
            button={texts.start.reviewLeads}
            to={listPath(paths.leads, { status })}
            isNext
          />
        )}
      </ul>
    </Section>
  );
}

type StepProps = {
  icon: LucideIcon;
  title: string;
  description: string;
  detail?: string | false;
  button: string;
  to: string;
  isNext?: boolean;
};

function Step({ icon: Icon, title, description, detail, button, to, isNext }: StepProps) {
  return (
    <li>
      <Card className="flex h-full items-center gap-4 p-5 max-sm:flex-wrap">
        <span className="grid size-10 shrink-0 place-items-center rounded-md bg-accent-soft text-accent-text">
          <Icon aria-hidden className="size-5" strokeWidth={1.75} />
        </span>
        <div className="min-w-0 flex-1">
          <h3 className="font-medium">{title}</h3>
          <p className="text-muted text-sm tabular-nums">{description}</p>
          {detail && <p className="text-muted text-sm tabular-nums">{detail}</p>}
        </div>
        <Link to={to} className={buttonClass(isNext ? 'primary' : 'secondary', 'md', 'max-sm:w-full')}>
          {button}
        </Link>
      </Card>
    </li>
  );
}
