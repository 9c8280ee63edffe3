import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { HandOffPlan } from '#domain/hand-off/plan.ts';
import { leftOutReasons, rowWarnings } from '#domain/hand-off/rows.ts';
import { recordPath } from '@/features/lists/use-open-record.ts';
import { commonTexts } from '@/lib/texts.ts';
import { paths } from '@/paths.ts';
import { Loaded } from '@/ui/error-state.tsx';
import { Note } from '@/ui/note.tsx';
import { Section } from '@/ui/section.tsx';
import { Loading, Skeleton } from '@/ui/skeleton.tsx';
import { type HandOff, type LeadWarning, storedLeads } from './data.ts';
import { texts } from './texts.ts';

const warnings: LeadWarning[] = ['duplicate', 'changed', 'other_campaign', 'repeated', ...rowWarnings];

/** Whether the detail of a lead is about what it is listed for. */
const hasDetail = ({ reason, warning }: GroupOfLeads['group']) =>
  reason !== null || rowWarnings.some((own) => own === warning);

/** Why leads are left out, and what to check about those in the file, each with its list. */
export function LeftOut({ handOff }: { handOff: HandOff }) {
  const left = leftOutReasons.map((reason) => ({
    title: texts.reasons[reason],
    count: handOff.left_out[reason] ?? 0,
    group: { reason },
  }));
  const checked = warnings.map((warning) => ({
    title: texts.warnings[warning],
    count: handOff.warnings[warning] ?? 0,
    group: { reason: null, warning },
  }));
  return (
    <>
      <Groups title={texts.result.leftOutTitle} handOff={handOff} groups={left} />
      <Placeholders plan={handOff.plan} />
      <Groups title={texts.result.warningsTitle} handOff={handOff} groups={checked} />
    </>
  );
}

/** The tags of other tools in the texts, which the hand-off would send. */
export function Placeholders({ plan: { placeholders = [] } }: { plan: HandOffPlan }) {
  if (placeholders.length === 0) return null;
  return (
    <Note tone="warning" className="mt-6 print:hidden">
      {texts.setup.placeholders(placeholders)}
    </Note>
  );
}

type GroupOfLeads = { title: string; count: number; group: Parameters<typeof storedLeads>[1] };
type GroupsProps = { title: string; handOff: HandOff; groups: readonly GroupOfLeads[] };

function Groups({ title, handOff, groups }: GroupsProps) {
  const shown = groups.filter(({ count }) => count > 0);
  if (shown.length === 0) return null;
  return (
    <Section look="part" title={title} className="print:hidden">
      <ul className="divide-y divide-border rounded-lg border border-border bg-raised">
        {shown.map((group) => (
          <Group key={group.title} handOff={handOff} {...group} />
        ))}
      </ul>
    </Section>
  );
}

function Group({ handOff, title, count, group }: GroupOfLeads & { handOff: HandOff }) {
  const [isOpen, setOpen] = useState(false);
  const query = useQuery({ ...storedLeads(handOff, group), enabled: isOpen });
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-11 w-full items-center gap-2 px-4 py-2 text-left text-sm hover:bg-subtle focus-visible:-outline-offset-2"
      >
        <ChevronRight aria-hidden className={`size-4 shrink-0 text-muted ${isOpen ? 'rotate-90' : ''}`} />
        <span className="flex-1">{title}</span>
        <span className="text-muted tabular-nums">{texts.leads(count)}</span>
      </button>
      {isOpen && (
        <div className="border-border border-t px-4 py-2 pl-10 text-sm">
          <Loaded
            query={query}
            what={texts.result.listWhat}
            skeleton={
              <Loading label={commonTexts.loading(texts.rows)}>
                <Skeleton className="h-4 w-1/2" />
              </Loading>
            }
          >
            {(leads) => (
              <ul className="space-y-1">
                {leads.map(({ place, lead_id, name, detail }) => (
                  <li key={place} className="flex flex-wrap gap-x-3 wrap-anywhere">
                    <Link
                      to={recordPath(paths.adminLeads, 'leads', lead_id)}
                      className="text-accent-text underline-offset-2 hover:underline"
                      dir="auto"
                    >
                      {name || texts.result.erased}
                    </Link>
                    {detail && hasDetail(group) && <span className="text-muted">{detail}</span>}
                  </li>
                ))}
                {count > leads.length && <li className="text-muted">{texts.result.more(count - leads.length)}</li>}
              </ul>
            )}
          </Loaded>
        </div>
      )}
    </li>
  );
}
