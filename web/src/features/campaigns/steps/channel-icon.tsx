import { type LucideIcon, Mail, MessageSquare, UserRoundPlus } from 'lucide-react';
import type { StepType } from '#domain/campaign/steps.ts';

const ICONS: Record<StepType, LucideIcon> = {
  linkedin_connection: UserRoundPlus,
  linkedin_message: MessageSquare,
  email: Mail,
};

/** The sign of a step's channel, whose name stands beside it. */
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
