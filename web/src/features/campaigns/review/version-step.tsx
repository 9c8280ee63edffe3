import { MessageSquarePlus } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { sentText } from '#domain/campaign/lint.ts';
import { findVariableUses } from '#domain/campaign/message.ts';
import { stepTypeNames } from '#domain/campaign/steps.ts';
import type { VariableValues } from '#domain/campaign/variables.ts';
import type { StepDifference, VersionStep } from '#domain/campaign/versions.ts';
import { CommentsDisclosure } from '@/features/comments/comments-disclosure.tsx';
import { texts as commentTexts } from '@/features/comments/texts.ts';
import { Badge } from '@/ui/badge.tsx';
import { Button } from '@/ui/button.tsx';
import { useCampaign } from '../campaign-context.ts';
import type { Step } from '../data.ts';
import { RenderedMessage } from '../message/message-preview.tsx';
import { ChannelIcon } from '../steps/step-card.tsx';
import type { Suggestion } from './data.ts';
import { StepTexts } from './step-texts.tsx';
import { SuggestForm } from './suggest-form.tsx';
import { Suggestions } from './suggestions.tsx';
import { texts } from './texts.ts';

const { compare } = texts;

export type VersionStepDifference = StepDifference<VersionStep | Step, VersionStep | Step>;

type VersionStepCardProps = {
  difference: VersionStepDifference;
  versionId: string;
  /** The step of the version; undefined if it is in the compared one only. */
  own: VersionStep | undefined;
  suggestions: readonly Suggestion[];
  /** Whether wording can be suggested. */
  isNewest: boolean;
  /** The values of the lead for whom the step is shown; undefined if no lead is approved. */
  values: VariableValues | undefined;
};

/** A step of a version with its differences, suggestions and comments. */
export function VersionStepCard({ difference, versionId, own, suggestions, isNewest, values }: VersionStepCardProps) {
  const { campaign, role, variables } = useCampaign();
  const [isSuggesting, setSuggesting] = useState(false);
  const suggest = useRef<HTMLButtonElement>(null);
  const { before, after, beforeNumber, afterNumber } = difference;
  const shown = after ?? before;
  const number = afterNumber ?? beforeNumber ?? 0;
  if (!shown) return null;
  const empty = { subject: null, message_content: '' };
  const raw = <StepTexts before={before ?? empty} after={after ? after : { ...empty, step_type: shown.step_type }} />;
  const closeForm = () => {
    flushSync(() => setSuggesting(false));
    suggest.current?.focus({ preventScroll: true });
  };
  const isUnchanged = before && after && sentText(before) === sentText(after);
  const hasVariables = findVariableUses(sentText(shown), variables).size > 0;
  return (
    <li className="rounded-lg border border-border bg-raised p-3">
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <ChannelIcon type={shown.step_type} />
        <h4 className="font-medium text-sm">
          {compare.step(number)}: {stepTypeNames[shown.step_type]}
        </h4>
        {(before ?? shown).delay_days === shown.delay_days && (
          <Badge className="tabular-nums">{compare.delay(shown.delay_days)}</Badge>
        )}
        <Changes difference={difference} />
      </div>
      {own && values && (
        <div className="text-sm">
          <RenderedMessage
            type={own.step_type}
            subject={own.subject ?? ''}
            message={own.message_content}
            values={values}
          />
        </div>
      )}
      {own && values && isUnchanged ? (
        hasVariables && (
          <details className="mt-2">
            <summary className="cursor-pointer text-muted text-xs">{compare.rawText}</summary>
            <div className="mt-1">{raw}</div>
          </details>
        )
      ) : (
        <div className={own && values && 'mt-3 border-border border-t pt-2'}>{raw}</div>
      )}
      {own && (
        <>
          <Suggestions step={own} number={number} suggestions={suggestions} />
          {isSuggesting && <SuggestForm versionId={versionId} step={own} number={number} onClose={closeForm} />}
          <div className="mt-2 flex flex-wrap items-start gap-x-4 gap-y-1">
            <div className="min-w-0 flex-1 max-md:has-[textarea]:basis-full">
              <CommentsDisclosure
                of={{
                  kind: 'version step',
                  id: own.id,
                  customerId: campaign.customer_id,
                  campaignId: campaign.id,
                  versionId,
                }}
                where={commentTexts.onStep(number)}
              />
            </div>
            {isNewest && role !== 'viewer' && !isSuggesting && (
              <Button ref={suggest} size="sm" variant="ghost" onClick={() => setSuggesting(true)}>
                <MessageSquarePlus aria-hidden className="size-3.5" />
                {texts.suggestion.action}
                <span className="sr-only">{texts.suggestion.actionOn(number)}</span>
              </Button>
            )}
          </div>
        </>
      )}
    </li>
  );
}

function Changes({ difference }: { difference: VersionStepDifference }) {
  const { before, after, beforeNumber, afterNumber } = difference;
  if (!before) return <Badge tone="success">{compare.added}</Badge>;
  if (!after) return <Badge tone="danger">{compare.removed}</Badge>;
  return (
    <>
      {beforeNumber !== afterNumber && <Badge tone="info">{compare.moved(beforeNumber ?? 0)}</Badge>}
      {before.step_type !== after.step_type && (
        <Badge tone="info">{compare.changed(stepTypeNames[before.step_type], stepTypeNames[after.step_type])}</Badge>
      )}
      {before.delay_days !== after.delay_days && (
        <Badge tone="info">{compare.changed(compare.delay(before.delay_days), compare.delay(after.delay_days))}</Badge>
      )}
    </>
  );
}
