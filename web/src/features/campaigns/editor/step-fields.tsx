import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { findVariableUses } from '#domain/campaign/message.ts';
import {
  countCharacters,
  findMeter,
  longestLength,
  type MeterLevel,
  meterLevel,
  shownMaximum,
} from '#domain/campaign/meters.ts';
import { parseDelay, type StepType, stepTypeNames, stepTypes } from '#domain/campaign/steps.ts';
import { Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';
import { Select } from '@/ui/select.tsx';
import { useCampaign } from '../campaign-context.ts';
import { extremeLead } from '../message/approved-leads-data.ts';
import { texts } from '../texts.ts';
import { checkDraft, type StepDraft } from './draft.ts';
import { VariableField } from './variable-field.tsx';

export type TextField = 'subject' | 'message';

type StepFieldsProps = {
  draft: StepDraft;
  onChange: (change: Partial<StepDraft>) => void;
  onLeave: (field: TextField) => void;
};

const TYPES = stepTypes.map((type) => ({ value: type, label: stepTypeNames[type] }));

const MESSAGE_LABELS: Record<StepType, string> = {
  linkedin_connection: texts.editor.connectionMessage,
  linkedin_message: texts.editor.message,
  email: texts.editor.message,
};

export function StepFields({ draft, onChange, onLeave }: StepFieldsProps) {
  const { step_type, delay, subject, message } = draft;
  const errors = checkDraft(draft);
  const chooseType = (chosen: string) => {
    const type = stepTypes.find((known) => known === chosen);
    if (type) onChange({ step_type: type });
  };
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <div className="grid grid-cols-[minmax(0,1fr)_7rem] gap-3">
        <Field label={texts.editor.channel}>
          <Select value={step_type} onChange={chooseType} options={TYPES} />
        </Field>
        <Field label={texts.editor.delay} help={parseDelay(delay) === 0 ? texts.editor.immediately : undefined}>
          <Input
            inputMode="numeric"
            autoComplete="off"
            value={delay}
            onChange={(event) => onChange({ delay: event.target.value })}
            onBlur={() => onChange({ delay: String(parseDelay(delay)) })}
          />
        </Field>
      </div>
      {step_type === 'email' && (
        <VariableField
          label={texts.editor.subject}
          help={<LengthMeter type={step_type} of="subject" text={subject} />}
          error={errors.subject}
          value={subject}
          onChange={(text) => onChange({ subject: text })}
          onLeave={() => onLeave('subject')}
        />
      )}
      <VariableField
        label={MESSAGE_LABELS[step_type]}
        optional={step_type === 'linkedin_connection'}
        help={step_type !== 'email' && <LengthMeter type={step_type} of="message" text={message} />}
        error={errors.message}
        multiline
        value={message}
        onChange={(text) => onChange({ message: text })}
        onLeave={() => onLeave('message')}
      />
    </div>
  );
}

const COLORS: Record<MeterLevel, { line: string; bar: string }> = {
  calm: { line: 'text-muted', bar: 'bg-accent' },
  amber: { line: 'text-warning', bar: 'bg-warning' },
  red: { line: 'text-danger', bar: 'bg-danger' },
};

/** The length of a text for the approved lead that makes it longest, and the limit of its channel. */
function LengthMeter({ type, of, text }: { type: StepType; of: 'subject' | 'message'; text: string }) {
  const { length, lead } = useLongest(text);
  const meter = findMeter(type, of);
  if (!meter) return null;
  const level = meterLevel(meter, length);
  const mark = shownMaximum(meter);
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

const shortened = (name: string) => (countCharacters(name) > 40 ? `${[...name].slice(0, 39).join('')}…` : name);

function useLongest(text: string) {
  const { campaign, variables } = useCampaign();
  const uses = findVariableUses(text, variables);
  const { data } = useQuery(extremeLead(campaign.customer_id, uses, 'longest'));
  const lead = uses.size > 0 ? data : null;
  return { lead, length: longestLength(text, lead?.variable_values, variables) };
}
