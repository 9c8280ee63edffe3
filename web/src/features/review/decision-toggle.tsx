import { clsx } from 'clsx';
import { Check, X } from 'lucide-react';
import { useContext } from 'react';
import { RowStatusBadge } from '@/features/lists/row-status-badge.tsx';
import type { ReviewRow } from '@/features/lists/table.ts';
import { texts as listTexts } from '@/features/lists/texts.ts';
import { useRole } from '@/features/session/use-role.ts';
import { toneClasses } from '@/ui/badge.tsx';
import { WORD_WIDTH, WORDS } from '@/ui/list/columns.ts';
import { confirmDiscardingNote, DecisionsContext } from './decisions.ts';
import { texts } from './texts.ts';

/** `state` is shown instead of the verb while it is what was decided. */
const CHOICES = [
  { approved: true, verb: texts.approve, state: listTexts.statusName('approved'), icon: Check, tone: 'success' },
  { approved: false, verb: texts.reject, state: listTexts.statusName('rejected'), icon: X, tone: 'danger' },
] as const;

/** Approves or rejects a row of the list that it is in; a viewer only sees its status. `withWords` also shows the words where a list has no space for them; they are accessible names anyway. */
export function DecisionToggle({ row, withWords = false }: { row: ReviewRow; withWords?: boolean }) {
  const decisions = useContext(DecisionsContext);
  if (useRole(row.customer_id) === 'viewer') return <RowStatusBadge approved={row.is_approved} />;
  const decide = (approved: boolean) =>
    confirmDiscardingNote(() => {
      decisions?.setCurrent(row.id);
      decisions?.decide(row, approved);
    });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset brings its own layout into a table row
    <div
      role="group"
      aria-label={texts.approvalOf(row.name)}
      className="inline-flex shrink-0 divide-x divide-border rounded-md border border-border bg-raised"
    >
      {CHOICES.map(({ approved, verb, state, icon: Icon, tone }) => {
        const isChosen = row.is_approved === approved;
        const word = isChosen ? state : verb;
        return (
          <button
            key={verb}
            type="button"
            aria-pressed={isChosen}
            aria-label={word}
            onClick={() => decide(approved)}
            className={clsx(
              'inline-flex h-7 items-center justify-center gap-1 px-2 text-xs transition-colors first:rounded-l-[7px] last:rounded-r-[7px] pointer-coarse:h-10 pointer-coarse:px-3',
              isChosen
                ? ['cursor-default! font-semibold', toneClasses[tone]]
                : [
                    'font-medium hover:bg-subtle hover:text-text',
                    row.is_approved === null ? 'text-text' : 'text-muted',
                  ],
              !withWords && WORD_WIDTH,
            )}
          >
            <Icon aria-hidden className="size-3.5 shrink-0" strokeWidth={isChosen ? 2.75 : 2} />
            <span className={withWords ? undefined : WORDS}>{word}</span>
          </button>
        );
      })}
    </div>
  );
}
