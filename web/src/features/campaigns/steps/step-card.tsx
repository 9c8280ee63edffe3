import { ArrowDown, ArrowUp, Copy, Ellipsis, GripVertical, Pencil, Trash2 } from 'lucide-react';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import type { Finding } from '#domain/campaign/lint.ts';
import { stepTypeNames } from '#domain/campaign/steps.ts';
import { formatNumber } from '@/lib/format.ts';
import { Badge } from '@/ui/badge.tsx';
import { buttonClass } from '@/ui/button.tsx';
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx';
import { IconButton } from '@/ui/icon-button.tsx';
import { Menu, MenuItem } from '@/ui/menu.tsx';
import type { Step } from '../data.ts';
import { Findings } from '../writing/findings.tsx';
import { ChannelIcon } from './channel-icon.tsx';
import { FirstLines } from './first-lines.tsx';

export type StepCardProps = {
  step: Step;
  /** The day on which it falls, counted from the start. */
  day: number;
  findings: readonly Finding[];
  /** Its editor has just been closed. */
  takesFocus: boolean;
  /** What makes its handle move it. */
  handle: ComponentProps<'button'>;
  onEdit: () => void;
  onDuplicate: () => void;
  onDelete: () => void;
  onMoveUp: (() => void) | undefined;
  onMoveDown: (() => void) | undefined;
};

/** A step as it stands, with what can be done with it. */
export function StepCard(props: StepCardProps) {
  const { step, day, findings, takesFocus, handle, onEdit, onDuplicate, onDelete, onMoveUp, onMoveDown } = props;
  const { step_number: number, step_type: type } = step;
  const [asking, setAsking] = useState(false);
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
          <Badge className="tabular-nums">Day {formatNumber(day)}</Badge>
        </div>
        <div className="-my-1 -mr-1 flex shrink-0 items-center">
          <IconButton ref={edit} label={`Edit step ${number}`} icon={Pencil} onClick={onEdit} />
          <Menu
            trigger={
              <button type="button" aria-label={`More for step ${number}`} className={buttonClass('ghost', 'icon')}>
                <Ellipsis aria-hidden className="size-4" />
              </button>
            }
          >
            <MenuItem icon={Copy} onSelect={onDuplicate}>
              Duplicate
            </MenuItem>
            <MenuItem icon={ArrowUp} disabled={!onMoveUp} onSelect={() => onMoveUp?.()}>
              Move up
            </MenuItem>
            <MenuItem icon={ArrowDown} disabled={!onMoveDown} onSelect={() => onMoveDown?.()}>
              Move down
            </MenuItem>
            <MenuItem icon={Trash2} danger onSelect={() => setAsking(true)}>
              Delete
            </MenuItem>
          </Menu>
          <button
            type="button"
            data-handle
            aria-label={`Move step ${number}: drag, or press the up and down arrows`}
            className={buttonClass('ghost', 'icon', 'touch-none cursor-grab! active:cursor-grabbing!')}
            {...handle}
          >
            <GripVertical aria-hidden className="size-4" />
          </button>
        </div>
      </div>
      <FirstLines step={step} />
      {findings.length > 0 && (
        <div className="mt-2">
          <Findings findings={findings} />
        </div>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Delete step ${number}?`}
        description={`The ${stepTypeNames[type]} on day ${formatNumber(day)} is deleted for everyone. The steps after it move up.`}
        confirmLabel="Delete step"
        danger
        onConfirm={() => {
          setAsking(false);
          onDelete();
        }}
      />
    </div>
  );
}
