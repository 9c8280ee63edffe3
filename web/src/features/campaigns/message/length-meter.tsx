import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { lengthOf, levelOf, longestLength, type MeterLevel, markOf, meterOf } from '#domain/campaign/meters.ts';
import type { StepType } from '#domain/campaign/steps.ts';
import { countVariables } from '#domain/campaign/variables.ts';
import { useCampaign } from '../campaign-context.ts';
import { texts } from '../texts.ts';
import { longestLead, usesVariables } from './approved-leads-data.ts';

const COLORS: Record<MeterLevel, { line: string; bar: string }> = {
  calm: { line: 'text-muted', bar: 'bg-accent' },
  amber: { line: 'text-warning', bar: 'bg-warning' },
  red: { line: 'text-danger', bar: 'bg-danger' },
};

/** The length of a text, filled in for the approved lead for whom it is longest, and the limit of its channel. */
export function LengthMeter({ type, of, text }: { type: StepType; of: 'subject' | 'message'; text: string }) {
  const { length, lead } = useLongest(text);
  const meter = meterOf(type, of);
  if (!meter) return null;
  const level = levelOf(meter, length);
  const mark = markOf(meter);
  return (
    <span className={clsx('block', COLORS[level].line)}>
      <span aria-hidden className="mb-1 block h-1 overflow-hidden rounded-full bg-subtle">
        <span
          className={clsx('block h-full origin-left rounded-full transition-transform', COLORS[level].bar)}
          style={{ transform: `scaleX(${Math.min(1, length / mark)})` }}
        />
      </span>
      <span className="tabular-nums">{texts.length.of(length, mark)}</span>
      {lead && texts.length.longest(<bdi>{shortened(lead.name)}</bdi>)}
      {'. '}
      {level !== 'calm' && texts.length.hints[type][level]}
    </span>
  );
}

const shortened = (name: string) => (lengthOf(name) > 40 ? `${[...name].slice(0, 39).join('')}…` : name);

function useLongest(text: string) {
  const { campaign } = useCampaign();
  const differs = usesVariables(text);
  const { data } = useQuery({ ...longestLead(campaign.customer_id, countVariables(text)), enabled: differs });
  const lead = differs ? data : null;
  return { lead, length: longestLength(text, lead) };
}
