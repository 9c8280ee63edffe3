import { ChevronRight, MessageCirclePlus } from 'lucide-react';
import { useContext, useId, useState } from 'react';
import { useSession } from '@/features/session/session.tsx';
import { lazyPart } from '@/lib/lazy-part.tsx';
import { buttonClass } from '@/ui/button.tsx';
import { CommentBadge, CommentCountsContext } from './comment-counts.tsx';
import { CommentsLoading } from './comments-loading.tsx';
import { type Commented, commentDrafts } from './data.ts';
import { texts } from './texts.ts';

/** The comments on a row, whose code is loaded when they are first shown. */
const LazyComments = lazyPart('Comments', () => import('./comments.tsx'), <CommentsLoading />);

export type CommentsDisclosureProps = {
  of: Commented;
  /** Ends the accessible name of the button where a page has several, such as ' on step 1'. */
  where?: string;
};

/** Shows and hides the comments: a button with their number or, without any, to add one. */
export function CommentsDisclosure({ of, where }: CommentsDisclosureProps) {
  const id = useId();
  const { user } = useSession();
  const [hadDraft] = useState(() => commentDrafts.get(user?.id ?? '', of.id) !== undefined);
  const [isOpen, setOpen] = useState(hadDraft);
  const [wasPressed, setPressed] = useState(false);
  /** Once shown, they stay rendered, with what was typed. */
  const isRendered = hadDraft || wasPressed;
  const toggle = () => {
    setPressed(true);
    setOpen(!isOpen);
  };
  const hasComments = useContext(CommentCountsContext).has(of.id);
  return (
    <div>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isRendered ? id : undefined}
        onClick={toggle}
        className={buttonClass('ghost', 'sm', hasComments ? '-ml-2' : '-ml-2 font-normal text-muted')}
      >
        {hasComments ? (
          <ChevronRight aria-hidden className={isOpen ? 'size-3.5 rotate-90' : 'size-3.5'} />
        ) : (
          <MessageCirclePlus aria-hidden className="size-3.5" />
        )}
        {hasComments ? texts.title : texts.add}
        {where && <span className="sr-only">{where}</span>}
        <CommentBadge id={of.id} />
      </button>
      {isRendered && (
        <div id={id} hidden={!isOpen} className="mt-2">
          <LazyComments of={of} autoFocus={isOpen && wasPressed && !hasComments} />
        </div>
      )}
    </div>
  );
}
