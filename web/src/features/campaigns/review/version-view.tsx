import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { ArrowLeft, FileX, RotateCcw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { sentText } from '#domain/campaign/lint.ts';
import { sameContent } from '#domain/campaign/steps.ts';
import { compareSteps, type VersionStep } from '#domain/campaign/versions.ts';
import { CommentCountsContext, useCommentCounts } from '@/features/comments/comment-counts.tsx';
import { useSession } from '@/features/session/session.tsx';
import { Button } from '@/ui/button.tsx';
import { ConfirmAction } from '@/ui/confirm-action.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { Loaded } from '@/ui/error-state.tsx';
import { Note } from '@/ui/note.tsx';
import { RelativeTime } from '@/ui/relative-time.tsx';
import { Select } from '@/ui/select.tsx';
import { useCampaign } from '../campaign-context.ts';
import { campaignSteps, type Step } from '../data.ts';
import { LeadSwitch, usePreviewedLead } from '../message/message-preview.tsx';
import { StepsLoading } from '../steps/campaign-steps.tsx';
import { texts as campaignTexts } from '../texts.ts';
import {
  campaignReviews,
  campaignVersions,
  refreshReview,
  restoreVersion,
  type Suggestion,
  type Version,
  versionSteps,
  versionSuggestions,
} from './data.ts';
import { DecisionForm, TakeBack } from './decision-form.tsx';
import { StatusBadge } from './status-badge.tsx';
import { texts } from './texts.ts';
import { VersionEvents } from './version-events.tsx';
import { VersionStepCard, type VersionStepDifference } from './version-step.tsx';

const { compare } = texts;

const NO_STEPS: readonly VersionStep[] = [];

const loading = <StepsLoading label={texts.loading} />;

type VersionViewProps = { number: number; onOpen: (number: number | null) => void };

/** The versions of a campaign, and one of them with its differences from another. */
export function VersionView({ number, onOpen }: VersionViewProps) {
  const { campaign } = useCampaign();
  const { reviewLink } = useSession();
  const versions = useQuery(campaignVersions(campaign.id));
  const [base, setBase] = useState<string>();
  const open = (next: number | null, from?: number) => {
    setBase(from?.toString());
    onOpen(next);
  };
  return (
    <>
      <Button size="sm" variant="ghost" icon={ArrowLeft} className="-ml-2.5 mb-3" onClick={() => open(null)}>
        {reviewLink ? campaignTexts.dialog.back : texts.bar.back}
      </Button>
      <Loaded query={versions} what={texts.whatList} skeleton={loading}>
        {(loaded) => {
          const version = loaded.find((one) => one.number === number);
          if (!version) return <EmptyState icon={FileX} title={texts.notFound} description={texts.notFoundHint} />;
          return (
            <div className="grid gap-x-6 gap-y-4 md:grid-cols-[12rem_minmax(0,1fr)]">
              <VersionList versions={loaded} shown={number} onOpen={open} />
              <VersionDetails
                key={version.id}
                version={version}
                versions={loaded}
                base={base}
                onCompare={setBase}
                onOpen={open}
              />
            </div>
          );
        }}
      </Loaded>
    </>
  );
}

/** The form of the decision stays in view, on a phone unless something is typed elsewhere. An element that gets the focus is scrolled above it. */
const ABOVE_DECISION = '[&_:is(form,button,textarea)]:scroll-mb-56';

type VersionDetailsProps = {
  version: Version;
  versions: readonly Version[];
  /** The text to compare with: the number of a version, or the key of an option. */
  base: string | undefined;
  onCompare: (base: string) => void;
  onOpen: (number: number | null, from?: number) => void;
};

function VersionDetails({ version, versions, base, onCompare, onOpen }: VersionDetailsProps) {
  const { campaign, role } = useCampaign();
  const { reviewLink } = useSession();
  const canSignOff = role === 'approver' || reviewLink?.canSignOff === true;
  const [restoring, setRestoring] = useState(false);
  const { number, status } = version;
  const heading = useRef<HTMLHeadingElement>(null);
  const focusHeading = () => heading.current?.focus({ preventScroll: true });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the link that opened the version, or the button that changed its status, had the focus
  useEffect(() => {
    if (document.activeElement === document.body) focusHeading();
  }, [status]);
  const newest = versions[0]?.number ?? number;
  const previous = versions.find((one) => one.number < number);
  const { data: reviews } = useQuery(campaignReviews([campaign.id]));
  const isInReview = number === newest && status === 'in_review';
  const isEdited = number === newest && reviews?.get(campaign.id)?.is_changed;
  const usual = isEdited && !isInReview ? 'steps' : (previous?.number.toString() ?? 'nothing');
  const compared = base ?? (status === 'approved' ? 'nothing' : usual); // what was approved is what is shown
  const options = [
    { value: 'nothing', label: compare.nothing },
    { value: 'steps', label: compare.steps },
    ...versions
      .filter((one) => one.number !== number)
      .map((one) => ({ value: String(one.number), label: texts.version(one.number) })),
  ];
  return (
    <div className={clsx('group/version min-w-0', canSignOff && isInReview && ABOVE_DECISION)}>
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <h3 ref={heading} tabIndex={-1} className="font-semibold text-[1rem] outline-none">
          {texts.version(number)}
        </h3>
        {status && <StatusBadge status={status} isNewest={number === newest} />}
        {role === 'approver' && (
          <Button size="sm" icon={RotateCcw} className="ml-auto" onClick={() => setRestoring(true)}>
            {texts.restore}
          </Button>
        )}
      </div>
      <VersionEvents version={version} />
      {number < newest && (
        <Note
          className="mt-3"
          tone={status === 'in_review' ? 'warning' : 'neutral'}
          action={
            <Button size="sm" onClick={() => onOpen(newest, number)}>
              {compare.showChanges}
            </Button>
          }
        >
          {status === 'in_review' ? compare.newer(newest) : compare.isNewer(newest)}
        </Note>
      )}
      <div className="mt-3 mb-3 flex items-center gap-2 text-sm">
        <span aria-hidden className="text-muted">
          {compare.label}
        </span>
        <Select label={compare.label} value={compared} onChange={onCompare} options={options} className="w-44!" />
      </div>
      <Differences version={version} versions={versions} compared={compared} isNewest={number === newest} />
      {(isInReview || status === 'approved') && isEdited && (
        <Note
          className="mt-6"
          tone="warning"
          action={
            <Button size="sm" onClick={() => onCompare('steps')}>
              {compare.showChanges}
            </Button>
          }
        >
          {isInReview ? compare.edited(number) : compare.editedSince(number)}
        </Note>
      )}
      {/* The dialog has a padding below it. */}
      <div
        className={clsx(
          'sticky z-10 mt-6 space-y-3 empty:hidden max-md:group-has-[form:focus-within]/version:static',
          reviewLink ? 'bottom-0' : '-bottom-4',
        )}
      >
        {canSignOff && (
          <>
            <DecisionForm version={version} isOpen={isInReview} onOutdated={(next) => onOpen(next, number)} />
            {number === newest && <TakeBack version={version} onTakenBack={focusHeading} />}
          </>
        )}
      </div>
      {!canSignOff && isInReview && <p className="mt-6 text-muted text-sm">{texts.decision.onlyApprovers}</p>}
      {restoring && (
        <ConfirmAction
          {...texts.restoring(number)}
          write={() => restoreVersion(campaign.customer_id, version.id)}
          refresh={refreshReview(campaign.id)}
          onSaved={() => onOpen(null)}
          onClose={() => setRestoring(false)}
        />
      )}
    </div>
  );
}

type DifferencesProps = Pick<VersionDetailsProps, 'version' | 'versions'> & { compared: string; isNewest: boolean };

function Differences({ version, versions, compared, isNewest }: DifferencesProps) {
  const { campaign } = useCampaign();
  const { reviewLink } = useSession();
  const other = versions.find((one) => String(one.number) === compared);
  const own = useQuery(versionSteps(campaign.id, version.id));
  const others = useQuery({ ...versionSteps(campaign.id, other?.id ?? ''), enabled: other !== undefined });
  const current = useQuery({ ...campaignSteps(campaign.id), enabled: compared === 'steps' });
  const { data: suggestions = [] } = useQuery(versionSuggestions(campaign.id, version.id));
  const comments = useCommentCounts(own.data && [{ rows: own.data }]);
  const previewed = usePreviewedLead((own.data ?? NO_STEPS).map(sentText).join('\n'));
  const base = other ? others : compared === 'steps' ? current : own;
  if (own.data && !previewed.isSettled) return loading;
  return (
    <CommentCountsContext value={comments}>
      <Loaded query={own} what={texts.what} skeleton={loading}>
        {(steps) => (
          <Loaded<readonly (VersionStep | Step)[]> query={base} what={texts.what} skeleton={loading}>
            {(otherSteps) => {
              const isEarlier = other !== undefined && other.number < version.number;
              const differences = isEarlier ? compareSteps(otherSteps, steps) : compareSteps(steps, otherSteps);
              return (
                <>
                  {compared !== 'nothing' && differences.every(isSame) && (
                    <p className="mb-3 text-muted text-sm">{compare.identical}</p>
                  )}
                  {previewed.lead ? (
                    <LeadSwitch previewed={previewed} />
                  ) : (
                    !reviewLink && <p className="mb-3 text-muted text-xs">{campaignTexts.preview.noLeads}</p>
                  )}
                  <ol className="space-y-3">
                    {differences.map((difference) => {
                      const step = steps.find(({ step_id }) => step_id === difference.key);
                      return (
                        <VersionStepCard
                          key={difference.key}
                          difference={difference}
                          versionId={version.id}
                          own={step}
                          suggestions={stepSuggestions(suggestions, step)}
                          isNewest={isNewest}
                          values={previewed.lead?.variable_values}
                        />
                      );
                    })}
                  </ol>
                </>
              );
            }}
          </Loaded>
        )}
      </Loaded>
    </CommentCountsContext>
  );
}

const stepSuggestions = (suggestions: readonly Suggestion[], step: VersionStep | undefined) =>
  suggestions.filter(({ version_step_id }) => version_step_id === step?.id);

const isSame = ({ before, after, beforeNumber, afterNumber }: VersionStepDifference) =>
  before !== undefined && after !== undefined && beforeNumber === afterNumber && sameContent(before, after);

type VersionListProps = { versions: readonly Version[]; shown: number; onOpen: (number: number) => void };

function VersionList({ versions, shown, onOpen }: VersionListProps) {
  return (
    <ol aria-label={texts.versions} reversed className="space-y-1 max-md:max-h-44 max-md:overflow-y-auto">
      {versions.map(({ id, number, status, created_at, decided_at }, index) => (
        <li key={id}>
          <button
            type="button"
            aria-current={number === shown || undefined}
            onClick={() => onOpen(number)}
            className={clsx(
              'flex w-full flex-wrap items-center gap-x-2 gap-y-0.5 rounded-md px-2.5 py-2 text-left text-sm pointer-coarse:min-h-11',
              number === shown ? 'bg-accent-soft text-accent-text' : 'hover:bg-subtle',
            )}
          >
            <span className="font-medium tabular-nums">{texts.version(number)}</span>
            {status && <StatusBadge status={status} isNewest={index === 0} />}
            <span className={clsx('w-full text-xs', number !== shown && 'text-muted')}>
              <RelativeTime at={decided_at ?? created_at} />
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}
