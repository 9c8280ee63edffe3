import { useState } from 'react';
import type { Step } from '../data.ts';
import { type Draft, draftOf, isChanged } from './draft.ts';

/** The step that is being written: as it was read, or null for a new one. */
type Edited = { read: Step | null; draft: Draft };

export type Editing = {
  edited: Edited | null;
  /** What has been written would be lost. */
  isChanged: boolean;
  /** The id of the step that the focus goes to, or 'new' for the button that adds one: where an editor was closed, or beside what is gone. */
  focused: string | null;
  focus: (stepId: string) => void;
  begin: (step: Step | null) => void;
  write: (change: Partial<Draft>) => void;
  /** Goes on from what somebody else has stored; without a draft with their words, too. */
  rebase: (read: Step, draft?: Draft) => void;
  end: () => void;
  /** Does something for which the editor must close; asks first where something would be lost. */
  leave: (then: () => void) => void;
  leaving: boolean;
  stay: () => void;
  discard: () => void;
};

/** At most one step of a campaign is written at a time. */
export function useEditing(): Editing {
  const [edited, setEdited] = useState<Edited | null>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const [waiting, setWaiting] = useState<{ then: () => void } | null>(null);

  const wouldLose = edited !== null && isChanged(edited.draft, edited.read ?? undefined);

  const end = () => {
    if (edited) setFocused(edited.read?.id ?? 'new');
    setEdited(null);
  };
  const leave = (then: () => void) => {
    if (wouldLose) return setWaiting({ then });
    end();
    then();
  };
  const discard = () => {
    setWaiting(null);
    end();
    waiting?.then();
  };

  return {
    edited,
    isChanged: wouldLose,
    focused,
    focus: setFocused,
    begin: (read) =>
      leave(() => {
        setFocused(null);
        setEdited({ read, draft: draftOf(read ?? undefined) });
      }),
    write: (change) => setEdited((current) => current && { ...current, draft: { ...current.draft, ...change } }),
    rebase: (read, draft = draftOf(read)) => setEdited({ read, draft }),
    end,
    leave,
    leaving: waiting !== null,
    stay: () => setWaiting(null),
    discard,
  };
}
