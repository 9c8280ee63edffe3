import { TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import type { Finding } from '#domain/campaign/lint.ts';
import { MOST_IN_NOTE } from '#domain/campaign/meters.ts';
import { written } from '#domain/campaign/variables.ts';
import { writeMissing } from '@/features/leads/missing.ts';
import { texts as leadTexts } from '@/features/leads/texts.ts';
import { useCampaign } from '../campaign-context.ts';
import { texts } from '../texts.ts';

/** The placeholder of a message, and the variable to use instead of it. */
export type Replacement = { placeholder: string; variable: string };

export type WarningsProps = {
  findings: readonly Finding[];
  /** Offers to replace a placeholder that resembles a variable. */
  onReplace?: (replacement: Replacement) => void;
};

export function Warnings({ findings, onReplace }: WarningsProps) {
  if (findings.length === 0) return null;
  return (
    <ul aria-label={texts.warnings.list} className="space-y-1 text-warning text-xs">
      {findings.map((finding) => (
        <li key={keyOf(finding)} className="flex items-start gap-1.5">
          <TriangleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
          <span className="min-w-0 break-words">
            <FindingText finding={finding} onReplace={onReplace} />
          </span>
        </li>
      ))}
    </ul>
  );
}

const keyOf = (finding: Finding) =>
  [finding.kind, 'gap' in finding && finding.gap, 'written' in finding && finding.written].join();

type FindingTextProps = { finding: Finding } & Pick<WarningsProps, 'onReplace'>;

function FindingText({ finding, onReplace }: FindingTextProps) {
  switch (finding.kind) {
    case 'unknown-variable':
      return (
        <>
          {texts.warnings.unknownVariable(<bdi>{finding.written}</bdi>)}
          {finding.meant && onReplace && <Use {...{ finding, variable: finding.meant, onReplace }} />}
        </>
      );
    case 'gap':
      return <GapText {...finding} />;
    case 'empty':
      return texts.warnings.empty(finding.variable, finding.lacking, finding.approved);
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

function Use({ finding, variable, onReplace }: UseProps) {
  return (
    <>
      {' '}
      <button
        type="button"
        className="rounded-sm font-medium underline underline-offset-2"
        onClick={() => onReplace({ placeholder: finding.written, variable })}
      >
        {texts.warnings.use(written(variable))}
      </button>
    </>
  );
}

/** The link opens a new tab, so that unsaved changes stay. */
function GapText({ gap, lacking, approved }: Extract<Finding, { kind: 'gap' }>) {
  const { campaign, leadsPath } = useCampaign();
  return (
    <>
      {texts.warnings.gap(lacking, approved, leadTexts.gapName(gap))}{' '}
      <Link
        to={{ pathname: leadsPath, search: writeMissing(gap, campaign.customer_id) }}
        target="_blank"
        className="font-medium underline underline-offset-2"
      >
        {texts.warnings.viewLeads}
        <span className="sr-only">{texts.warnings.viewLeadsWithout(leadTexts.gapName(gap))}</span>
      </Link>
    </>
  );
}
