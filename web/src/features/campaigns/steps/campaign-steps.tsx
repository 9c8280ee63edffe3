import { useQuery } from '@tanstack/react-query';
import { ListPlus, Plus } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { LoadError } from '@/ui/load-error.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { useCampaign } from '../campaign-context.ts';
import { campaignSteps } from '../data.ts';
import { StepEditor } from '../editor/step-editor.tsx';
import type { StepEditorState } from '../editor/use-step-editor.ts';
import { Timeline } from './timeline.tsx';

/** The steps of the open campaign, and the button that adds one. */
export function CampaignSteps({ editor }: { editor: StepEditorState }) {
  const { campaign } = useCampaign();
  const { data: steps, error, refetch } = useQuery(campaignSteps(campaign.id));
  const isAdding = editor.open?.stored === null;

  if (!steps && error) return <LoadError what="The steps" error={error} onRetry={refetch} />;
  if (!steps) {
    return (
      <div role="status" aria-label="Loading steps" className="space-y-3">
        {[0, 1, 2].map((step) => (
          <Skeleton key={step} className="h-24 w-full" />
        ))}
      </div>
    );
  }

  return (
    <>
      {steps.length === 0 && !editor.open && (
        <EmptyState
          icon={ListPlus}
          title="No steps added yet"
          description="A step is a LinkedIn connection request, a LinkedIn message or an email, sent a number of days after the previous one."
          action={<AddStep editor={editor} isFirst />}
        />
      )}
      <Timeline steps={steps} editor={editor} />
      {isAdding && <StepEditor editor={editor} steps={steps} />}
      {steps.length > 0 && !isAdding && (
        <div className="md:pl-11">
          <AddStep editor={editor} />
        </div>
      )}
    </>
  );
}

function AddStep({ editor, isFirst }: { editor: StepEditorState; isFirst?: boolean }) {
  const button = useRef<HTMLButtonElement>(null);
  const takesFocus = editor.focused === 'new';
  useEffect(() => {
    if (takesFocus) button.current?.focus();
  }, [takesFocus]);
  return (
    <Button ref={button} variant={isFirst ? 'primary' : 'secondary'} icon={Plus} onClick={() => editor.edit(null)}>
      Add step
    </Button>
  );
}
