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
import type { Editing } from '../editor/use-editing.ts';
import { Timeline } from './timeline.tsx';

/** The steps of the open campaign with all their states, and the way to add one. */
export function CampaignSteps({ editing }: { editing: Editing }) {
  const { campaign } = useCampaign();
  const { data: steps, error, refetch } = useQuery(campaignSteps(campaign.id));
  const isAdding = editing.edited?.read === null;

  if (!steps && error) return <LoadError what="The steps" error={error} onRetry={refetch} />;
  if (!steps) return <StepsSkeleton />;

  return (
    <>
      {steps.length === 0 && !editing.edited && (
        <EmptyState
          icon={ListPlus}
          title="No steps added yet"
          description="A step is a LinkedIn connection request, a LinkedIn message or an email, sent some days after the one before."
          action={<AddStep editing={editing} />}
        />
      )}
      <Timeline steps={steps} editing={editing} />
      {isAdding && <StepEditor editing={editing} steps={steps} />}
      {steps.length > 0 && !isAdding && (
        <div className="md:pl-11">
          <AddStep editing={editing} />
        </div>
      )}
    </>
  );
}

function AddStep({ editing }: { editing: Editing }) {
  const button = useRef<HTMLButtonElement>(null);
  const takesFocus = editing.focused === 'new';
  useEffect(() => {
    if (takesFocus) button.current?.focus();
  }, [takesFocus]);
  return (
    <Button ref={button} icon={Plus} onClick={() => editing.begin(null)}>
      Add step
    </Button>
  );
}

const PLACES = [0, 1, 2];

function StepsSkeleton() {
  return (
    <div role="status" aria-label="Loading steps" className="space-y-3">
      {PLACES.map((place) => (
        <Skeleton key={place} className="h-24 w-full" />
      ))}
    </div>
  );
}
