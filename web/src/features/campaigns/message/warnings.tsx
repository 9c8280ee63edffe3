import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Finding } from '#domain/campaign/lint.ts';
import { MAX_NOTE_LENGTH } from '#domain/campaign/meters.ts';
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
        <li key={findingKey(finding)} className="flex items-start gap-1.5">
          <TriangleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
          <span className="min-w-0 break-words">
            <FindingText finding={finding} {...actions} />
          </span>
        </li>
      ))}
    </ul>
  );
}

const findingKey = (finding: Finding) =>
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
    case 'empty':
      return <LackingText finding={finding} onFallback={onFallback} />;
    case 'placeholder-in-value':
      return texts.warnings.placeholderInValue(
        <bdi>{finding.written}</bdi>,
        <VariableName variable={finding.variable} />,
        <bdi>{finding.name}</bdi>,
      );
    case 'message-before-connection':
      return texts.warnings.messageBeforeConnection;
    case 'note-too-long':
      return texts.warnings.noteTooLong(MAX_NOTE_LENGTH, finding.length);
    case 'no-subject':
      return texts.warnings.noSubject;
    case 'no-message':
      return texts.warnings.noMessage;
  }
}

function VariableName({ variable }: { variable: string }) {
  return <bdi>{useCampaign().variables.get(variable) ?? variable}</bdi>;
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

type LackingProps = {
  finding: Extract<Finding, { lacking: number }>;
  onFallback: WarningsProps['onFallback'];
};

/** A field or variable that is empty for some leads, with the way to a fallback and to these leads. */
function LackingText({ finding, onFallback }: LackingProps) {
  const { campaign, variables } = useCampaign();
  const { lacking, approved } = finding;
  const isGap = finding.kind === 'gap';
  const variable = isGap ? finding.gap : finding.variable;
  const name = isGap ? leadTexts.gapName(variable) : (variables.get(variable) ?? variable);
  const { viewLeadsWithout, viewLeadsWithEmpty } = texts.warnings;
  return (
    <>
      {isGap ? texts.warnings.gap(lacking, approved, name) : texts.warnings.empty(<bdi>{name}</bdi>, lacking, approved)}
      {onFallback && !(isGap && variable === 'email') && (
        <Action onClick={() => onFallback(variable)}>
          {texts.warnings.addFallback}
          <span className="sr-only">{texts.warnings.addFallbackFor(name)}</span>
        </Action>
      )}
      <ViewLeads
        search={searchFor(variable, isGap, campaign.customer_id)}
        which={(isGap ? viewLeadsWithout : viewLeadsWithEmpty)(name)}
      />
    </>
  );
}

/** The URL parameters of the approved leads without a field, which is a custom one unless it is a gap or a standard variable. */
function searchFor(variable: string, isGap: boolean, customerId: string): string {
  if (isGap || standardVariables.has(variable)) return writeMissing(variable, customerId);
  const field = { key: variable, value: null };
  return writeFilters(new URLSearchParams(), { ...NO_FILTERS, customerId, status: 'approved', field }).toString();
}

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
