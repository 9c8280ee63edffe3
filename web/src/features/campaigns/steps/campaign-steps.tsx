import { useQuery } from '@tanstack/react-query';
import { ListPlus, Plus } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { CommentCountsContext, useCommentCounts } from '@/features/comments/comment-counts.tsx';
import { CommentsDisclosure } from '@/features/comments/comments-disclosure.tsx';
import { commonTexts } from '@/lib/texts.ts';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { LoadError } from '@/ui/error-state.tsx';
import { Loading, Skeleton } from '@/ui/skeleton.tsx';
import { useCampaign } from '../campaign-context.ts';
import { campaignSteps } from '../data.ts';
import { StepEditor } from '../editor/step-editor.tsx';
import type { StepEditorState } from '../editor/use-step-editor.ts';
import { ReviewBar } from '../review/review-bar.tsx';
import { texts } from '../texts.ts';
import { Timeline } from './timeline.tsx';

type CampaignStepsProps = { editor: StepEditorState; onOpenVersion: (number: number) => void };

export function CampaignSteps({ editor, onOpenVersion }: CampaignStepsProps) {
  const { campaign, role } = useCampaign();
  const canEdit = role === 'approver';
  const { data: steps, error, refetch } = useQuery(campaignSteps(campaign.id));
  const comments = useCommentCounts(steps && [{ rows: [campaign, ...steps] }]);
  const isAdding = editor.open?.stored === null;

  if (!steps && error) return <LoadError what={texts.steps.what} error={error} onRetry={refetch} />;
  if (!steps) return <StepsLoading label={commonTexts.loading(texts.steps.rows)} />;

  return (
    <CommentCountsContext value={comments}>
      <ReviewBar onOpenVersion={onOpenVersion} />
      {steps.length === 0 && !editor.open && (
        <EmptyState
          icon={ListPlus}
          title={texts.steps.empty}
          description={canEdit && texts.steps.emptyHint}
          action={canEdit && <AddStep editor={editor} isFirst />}
        />
      )}
      <Timeline steps={steps} editor={editor} />
      {isAdding && <StepEditor editor={editor} steps={steps} />}
      {canEdit && steps.length > 0 && !isAdding && (
        <div className="md:pl-11">
          <AddStep editor={editor} />
        </div>
      )}
      <div className="mt-6 border-border border-t pt-4">
        <CommentsDisclosure of={{ kind: 'campaign', id: campaign.id, customerId: campaign.customer_id }} />
      </div>
    </CommentCountsContext>
  );
}

/** The shape of steps, of the campaign or of a version. */
export const StepsLoading = ({ label }: { label: string }) => (
  <Loading label={label} className="space-y-3" count={3}>
    <Skeleton className="h-24 w-full" />
  </Loading>
);

function AddStep({ editor, isFirst }: { editor: StepEditorState; isFirst?: boolean }) {
  const button = useRef<HTMLButtonElement>(null);
  const takesFocus = editor.focused === 'new';
  useEffect(() => {
    if (takesFocus) button.current?.focus();
  }, [takesFocus]);
  return (
    <Button ref={button} variant={isFirst ? 'primary' : 'secondary'} icon={Plus} onClick={() => editor.edit(null)}>
      {texts.steps.add}
    </Button>
  );
}
