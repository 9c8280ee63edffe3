import { useQuery } from '@tanstack/react-query';
import type { VersionStep } from '#domain/campaign/versions.ts';
import { useSession } from '@/features/session/session.tsx';
import { useSave } from '@/lib/use-save.ts';
import { Button } from '@/ui/button.tsx';
import { RelativeTime } from '@/ui/relative-time.tsx';
import { useCampaign } from '../campaign-context.ts';
import { campaignSteps } from '../data.ts';
import { decideSuggestion, refreshReview, type Suggestion, type SuggestionDecision } from './data.ts';
import { StepTexts } from './step-texts.tsx';
import { texts } from './texts.ts';
import { useNames } from './version-events.tsx';

type SuggestionsProps = { step: VersionStep; number: number; suggestions: readonly Suggestion[] };

/** The suggestions for a step, each as a difference from the text of the version. */
export function Suggestions({ step, number, suggestions }: SuggestionsProps) {
  if (suggestions.length === 0) return null;
  return (
    <ul aria-label={texts.suggestion.list(number)} className="mt-3 space-y-2">
      {suggestions.map((suggestion) => (
        <Item key={suggestion.id} step={step} suggestion={suggestion} />
      ))}
    </ul>
  );
}

function Item({ step, suggestion }: { step: VersionStep; suggestion: Suggestion }) {
  const { id, created_by, created_at, status, decided_by } = suggestion;
  const { campaign, role, changeSteps } = useCampaign();
  const { data: steps } = useQuery(campaignSteps(campaign.id));
  const userName = useNames(campaign.customer_id, [created_by, decided_by]);
  const { user } = useSession();
  const isOwn = created_by !== null && created_by === user?.id;
  const canDecide = role === 'approver' || (role === 'reviewer' && isOwn);
  const { save, isSaving } = useSave({
    write: (decision: SuggestionDecision) => decideSuggestion(campaign.customer_id, decision),
    refresh: refreshReview(campaign.id),
    success: (_, { accepted }) => ({
      title: isOwn ? texts.suggestion.withdrawn : texts.suggestion.done(accepted),
    }),
    failure: ({ accepted }) => texts.suggestion.failure(accepted),
  });
  const isOpen = status === 'open';
  const current = steps?.find((one) => one.id === step.step_id);
  const isSame =
    current?.step_type === step.step_type &&
    current.subject === step.subject &&
    current.message_content === step.message_content;
  const hasChanged = isOpen && steps !== undefined && !isSame;
  return (
    <li className="rounded-md border border-border bg-surface p-3">
      <p className="mb-1.5 text-muted text-xs">
        {texts.suggestion.by(userName(created_by), <RelativeTime at={created_at} />)}
        {!isOpen && (
          <>
            {' · '}
            {(status === 'accepted' ? texts.suggestion.accepted : texts.suggestion.declined)(userName(decided_by))}
          </>
        )}
      </p>
      <StepTexts before={step} after={suggestion} />
      {hasChanged && (
        <div className="mt-2 rounded-md bg-warning-soft p-2 text-warning text-xs">
          <p>{current ? texts.suggestion.changed : texts.suggestion.deleted}</p>
          {current && <StepTexts after={current} className="mt-1 text-text" />}
        </div>
      )}
      {isOpen && canDecide && (
        <div className="mt-2.5 flex gap-2">
          {!hasChanged && !isOwn && (
            <Button
              size="sm"
              variant="primary"
              busy={isSaving}
              onClick={() => changeSteps(() => void save({ id, accepted: true }))}
            >
              {texts.suggestion.accept}
            </Button>
          )}
          <Button size="sm" busy={isSaving} onClick={() => save({ id, accepted: false })}>
            {isOwn ? texts.suggestion.withdraw : texts.suggestion.decline}
          </Button>
        </div>
      )}
    </li>
  );
}
