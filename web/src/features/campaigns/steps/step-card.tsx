import { useQuery } from '@tanstack/react-query';
import {
  ArrowDown,
  ArrowUp,
  Copy,
  GripVertical,
  type LucideIcon,
  Mail,
  MessageCircle,
  MessageSquare,
  Pencil,
  Trash2,
  UserRoundPlus,
} from 'lucide-react';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { Finding } from '#domain/campaign/lint.ts';
import { type StepContent, type StepType, stepTypeNames } from '#domain/campaign/steps.ts';
import { CommentsDisclosure } from '@/features/comments/comments-disclosure.tsx';
import { texts as commentTexts } from '@/features/comments/texts.ts';
import { visitorArea } from '@/features/session/access.ts';
import { useSession } from '@/features/session/session.tsx';
import { commonTexts } from '@/lib/texts.ts';
import { withParameters } from '@/lib/url-parameters.ts';
import { Badge } from '@/ui/badge.tsx';
import { buttonClass } from '@/ui/button.tsx';
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx';
import { IconButton } from '@/ui/icon-button.tsx';
import { IconMenu, MenuItem } from '@/ui/menu.tsx';
import { useCampaign } from '../campaign-context.ts';
import type { Step } from '../data.ts';
import { MessageText } from '../message/message-text.tsx';
import { type Replacement, Warnings } from '../message/warnings.tsx';
import { stepFeedback } from '../review/data.ts';
import { texts as reviewTexts } from '../review/texts.ts';
import { texts } from '../texts.ts';

export type StepCardProps = {
  step: Step;
  /** The day of the step, counted from the campaign's start. */
  day: number;
  warnings: readonly Finding[];
  takesFocus: boolean;
  handle: ComponentProps<'button'>;
  onEdit: () => void;
  onReplace: (replacement: Replacement) => void;
  onDuplicate: () => void;
  onDelete: () => void;
  onMoveUp: (() => void) | undefined;
  onMoveDown: (() => void) | undefined;
};

export function StepCard(props: StepCardProps) {
  const { step, day, warnings, takesFocus, handle, onEdit, onReplace, onDuplicate, onDelete, onMoveUp, onMoveDown } =
    props;
  const { step_number: number, step_type: type } = step;
  const { campaign, role } = useCampaign();
  const canEdit = role === 'approver';
  const [confirming, setConfirming] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takesFocus) edit.current?.focus();
  }, [takesFocus]);

  return (
    <div className="rounded-lg border border-border bg-raised p-3">
      <div className="flex items-center gap-2">
        <span className="md:hidden">
          <ChannelIcon type={type} />
        </span>
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-1">
          <h3 className="font-medium">{stepTypeNames[type]}</h3>
          <Badge className="tabular-nums">{texts.steps.day(day)}</Badge>
        </div>
        {canEdit && (
          <div className="-my-1 -mr-1 flex shrink-0 items-center">
            <IconButton ref={edit} label={texts.steps.edit(number)} icon={Pencil} onClick={onEdit} />
            <IconMenu label={commonTexts.actionsFor(texts.steps.actionsFor(number))}>
              <MenuItem icon={Copy} onSelect={onDuplicate}>
                {texts.steps.duplicate}
              </MenuItem>
              <MenuItem icon={ArrowUp} disabled={!onMoveUp} onSelect={() => onMoveUp?.()}>
                {texts.steps.moveUp}
              </MenuItem>
              <MenuItem icon={ArrowDown} disabled={!onMoveDown} onSelect={() => onMoveDown?.()}>
                {texts.steps.moveDown}
              </MenuItem>
              <MenuItem icon={Trash2} danger onSelect={() => setConfirming(true)}>
                {texts.steps.delete}
              </MenuItem>
            </IconMenu>
            <button
              type="button"
              data-handle
              aria-label={texts.steps.move(number)}
              className={buttonClass('ghost', 'icon', 'touch-none cursor-grab! active:cursor-grabbing!')}
              {...handle}
            >
              <GripVertical aria-hidden className="size-4" />
            </button>
          </div>
        )}
      </div>
      <FirstLines step={step} />
      {warnings.length > 0 && (
        <div className="mt-2">
          <Warnings
            findings={warnings}
            {...(canEdit && {
              onReplace: (replacement: Replacement) => {
                onReplace(replacement);
                edit.current?.focus(); // the pressed button disappears
              },
            })}
          />
        </div>
      )}
      <div className="mt-1 flex flex-wrap items-start gap-x-3">
        <CommentsDisclosure
          of={{ kind: 'step', id: step.id, customerId: campaign.customer_id }}
          where={commentTexts.onStep(number)}
        />
        <Feedback stepId={step.id} number={number} />
      </div>
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title={texts.steps.deleteTitle(number)}
        description={texts.steps.deleteHint(stepTypeNames[type], day)}
        confirmLabel={texts.steps.deleteConfirm}
        danger
        onConfirm={() => {
          setConfirming(false);
          onDelete();
        }}
      />
    </div>
  );
}

/** Leads to what was said about the step in a version. */
function Feedback({ stepId, number }: { stepId: string; number: number }) {
  const { campaign } = useCampaign();
  const asMember = visitorArea(useSession()) === 'customer';
  const feedback = useQuery(stepFeedback(campaign, asMember)).data?.get(stepId);
  const [url] = useSearchParams();
  if (!feedback) return null;
  const to = { search: `?${withParameters(url, { version: String(feedback.number) })}` };
  return (
    <Link to={to} className={buttonClass('ghost', 'sm')}>
      <MessageCircle aria-hidden className="size-3.5" />
      {reviewTexts.feedback(feedback)}
      <span className="sr-only">{commentTexts.onStep(number)}</span>
    </Link>
  );
}

/** More than three lines hold at any width. */
const MAX_CHARACTERS = 600;

function FirstLines({ step: { step_type, subject, message_content } }: { step: StepContent }) {
  const lines = message_content
    .slice(0, MAX_CHARACTERS)
    .trim()
    .replace(/\s*\n\s*/g, '\n');
  const placeholder = step_type === 'linkedin_connection' ? texts.steps.noNote : texts.steps.noText;
  return (
    <div className="mt-2 text-sm">
      {subject && (
        <p dir="auto" className="truncate text-start font-medium">
          <MessageText message={subject} />
        </p>
      )}
      <p dir="auto" className="line-clamp-3 text-start whitespace-pre-line break-words text-muted">
        {lines ? <MessageText message={lines} /> : placeholder}
      </p>
    </div>
  );
}

const ICONS: Record<StepType, LucideIcon> = {
  linkedin_connection: UserRoundPlus,
  linkedin_message: MessageSquare,
  email: Mail,
};

/** Hidden from screen readers, because the channel's name is next to it. */
export function ChannelIcon({ type }: { type: StepType }) {
  const Icon = ICONS[type];
  return (
    <span
      aria-hidden
      className="relative z-10 grid size-8 shrink-0 place-items-center rounded-full bg-accent-soft text-accent-text"
    >
      <Icon className="size-4" />
    </span>
  );
}
