import { TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import type { Finding } from '#domain/campaign/lint.ts';
import { MOST_IN_NOTE } from '#domain/campaign/meters.ts';
import { written } from '#domain/campaign/variables.ts';
import { gapNames, writeMissing } from '@/features/leads/missing.ts';
import { formatNumber } from '@/lib/format.ts';
import { useCampaign } from '../campaign-context.ts';

/** The findings about a step, one line each. */
export function Warnings({ findings }: { findings: readonly Finding[] }) {
  if (findings.length === 0) return null;
  return (
    <ul aria-label="Warnings" className="space-y-1 text-warning text-xs">
      {findings.map((finding) => (
        <li key={keyOf(finding)} className="flex items-start gap-1.5">
          <TriangleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
          <span className="min-w-0 break-words">
            <FindingText finding={finding} />
          </span>
        </li>
      ))}
    </ul>
  );
}

const keyOf = (finding: Finding) =>
  [finding.kind, 'gap' in finding && finding.gap, 'written' in finding && finding.written].join();

function FindingText({ finding }: { finding: Finding }) {
  switch (finding.kind) {
    case 'unknown-variable':
      return (
        <>
          <bdi>{finding.written}</bdi> isn’t a variable and will be sent as is.
          {finding.meant && ` Use ${written(finding.meant)} instead.`}
        </>
      );
    case 'gap':
      return <GapText {...finding} />;
    case 'message-before-connection':
      return 'This LinkedIn message comes before any connection request.';
    case 'note-too-long':
      return `LinkedIn limits notes to ${MOST_IN_NOTE} characters. This one has ${formatNumber(finding.length)}.`;
    case 'no-subject':
      return 'This email has no subject.';
    case 'no-message':
      return 'This step has no text.';
  }
}

/** The link opens a new tab, so that unsaved changes stay. */
function GapText({ gap, lacking, approved }: Extract<Finding, { kind: 'gap' }>) {
  const { campaign, leadsPath } = useCampaign();
  const [of, have] = approved === 1 ? ['approved lead', 'has'] : ['approved leads', lacking === 1 ? 'has' : 'have'];
  return (
    <>
      {formatNumber(lacking)} of {formatNumber(approved)} {of} {have} no {gapNames[gap]}.{' '}
      <Link
        to={{ pathname: leadsPath, search: writeMissing(gap, campaign.customer_id) }}
        target="_blank"
        className="font-medium underline underline-offset-2"
      >
        View leads<span className="sr-only"> without {gapNames[gap]}, in a new tab</span>
      </Link>
    </>
  );
}
