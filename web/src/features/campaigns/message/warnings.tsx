import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Finding } from '#domain/campaign/lint.ts';
import { MOST_IN_NOTE } from '#domain/campaign/meters.ts';
import { standardVariables, written } from '#domain/campaign/variables.ts';
import { writeMissing } from '@/features/leads/missing.ts';
import { texts as leadTexts } from '@/features/leads/texts.ts';
import { NO_FILTERS, writeFilters } from '@/features/lists/filters.ts';
import { useCampaign } from '../campaign-context.ts';
import { texts } from '../texts.ts';

/** The placeholder of a message, and the variable to use instead of it. */
export type Replacement = { placeholder: string; variable: string };

export type WarningsProps = {
  findings: readonly Finding[];
  /** Offers to replace a placeholder that resembles a variable. */
  onReplace?: (replacement: Replacement) => void;
  /** Offers to begin a fallback for a variable that is empty for some leads. */
  onFallback?: (variable: string) => void;
};

export function Warnings({ findings, ...actions }: WarningsProps) {
  if (findings.length === 0) return null;
  return (
    <ul aria-label={texts.warnings.list} className="space-y-1 text-warning text-xs">
      {findings.map((finding) => (
        <li key={keyOf(finding)} className="flex items-start gap-1.5">
          <TriangleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
          <span className="min-w-0 break-words">
            <FindingText finding={finding} {...actions} />
          </span>
        </li>
      ))}
    </ul>
  );
}

const keyOf = (finding: Finding) =>
  [
    finding.kind,
    'gap' in finding && finding.gap,
    'variable' in finding && finding.variable,
    'written' in finding && finding.written,
  ].join();

type FindingTextProps = { finding: Finding } & Omit<WarningsProps, 'findings'>;

function FindingText({ finding, onReplace, onFallback }: FindingTextProps) {
  switch (finding.kind) {
    case 'unknown-variable':
      return (
        <>
          {texts.warnings.unknownVariable(<bdi>{finding.written}</bdi>)}
          {finding.meant && onReplace && <Use {...{ finding, variable: finding.meant, onReplace }} />}
        </>
      );
    case 'gap':
      return <GapText {...finding} onFallback={finding.gap === 'email' ? undefined : onFallback} />;
    case 'empty':
      return <EmptyText {...finding} onFallback={onFallback} />;
    case 'message-before-connection':
      return texts.warnings.messageBeforeConnection;
    case 'note-too-long':
      return texts.warnings.noteTooLong(MOST_IN_NOTE, finding.length);
    case 'no-subject':
      return texts.warnings.noSubject;
    case 'no-message':
      return texts.warnings.noMessage;
  }
}

type UseProps = Required<Pick<WarningsProps, 'onReplace'>> & { finding: { written: string }; variable: string };

const Use = ({ finding, variable, onReplace }: UseProps) => (
  <Action onClick={() => onReplace({ placeholder: finding.written, variable })}>
    {texts.warnings.use(written(variable))}
  </Action>
);

function Action({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <>
      {' '}
      <button type="button" className="mr-1 rounded-sm font-medium underline underline-offset-2" onClick={onClick}>
        {children}
      </button>
    </>
  );
}

type LackingProps<Kind> = Extract<Finding, { kind: Kind }> & { onFallback: WarningsProps['onFallback'] };

function GapText({ gap, lacking, approved, onFallback }: LackingProps<'gap'>) {
  const { campaign } = useCampaign();
  const name = leadTexts.gapName(gap);
  return (
    <>
      {texts.warnings.gap(lacking, approved, name)}
      <AddFallback {...{ variable: gap, name, onFallback }} />
      <ViewLeads search={writeMissing(gap, campaign.customer_id)} which={texts.warnings.viewLeadsWithout(name)} />
    </>
  );
}

function EmptyText({ variable, lacking, approved, onFallback }: LackingProps<'empty'>) {
  const { campaign, variables } = useCampaign();
  const name = variables.get(variable) ?? variable;
  const customerId = campaign.customer_id;
  const filters = { ...NO_FILTERS, customerId, status: 'approved', field: { key: variable, value: null } } as const;
  const search = standardVariables.has(variable)
    ? writeMissing(variable, customerId)
    : writeFilters(new URLSearchParams(), filters).toString();
  return (
    <>
      {texts.warnings.empty(<bdi>{name}</bdi>, lacking, approved)}
      <AddFallback {...{ variable, name, onFallback }} />
      <ViewLeads search={search} which={texts.warnings.viewLeadsWithEmpty(name)} />
    </>
  );
}

type AddFallbackProps = { variable: string; name: string } & Pick<LackingProps<'empty'>, 'onFallback'>;

const AddFallback = ({ variable, name, onFallback }: AddFallbackProps) =>
  onFallback && (
    <Action onClick={() => onFallback(variable)}>
      {texts.warnings.addFallback}
      <span className="sr-only">{texts.warnings.addFallbackFor(name)}</span>
    </Action>
  );

/** Opens a new tab, so that unsaved changes stay. */
function ViewLeads({ search, which }: { search: string; which: string }) {
  const { leadsPath } = useCampaign();
  return (
    <>
      {' '}
      <Link to={{ pathname: leadsPath, search }} target="_blank" className="font-medium underline underline-offset-2">
        {texts.warnings.viewLeads}
        <span className="sr-only">{which}</span>
      </Link>
    </>
  );
}
