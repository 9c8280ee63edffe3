import { parseDelay, type StepType, stepTypeNames, stepTypes } from '#domain/campaign/steps.ts';
import { Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';
import { Select } from '@/ui/select.tsx';
import { LengthMeter } from '../message/length-meter.tsx';
import { texts } from '../texts.ts';
import { checkDraft, type StepDraft } from './draft.ts';
import { VariableField } from './variable-field.tsx';

export type TextField = 'subject' | 'message';

export type StepFieldsProps = {
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
          {(control) => <Select {...control} value={step_type} onChange={chooseType} options={TYPES} />}
        </Field>
        <Field label={texts.editor.delay} help={parseDelay(delay) === 0 ? texts.editor.immediately : undefined}>
          {(control) => (
            <Input
              {...control}
              inputMode="numeric"
              autoComplete="off"
              value={delay}
              onChange={(event) => onChange({ delay: event.target.value })}
              onBlur={() => onChange({ delay: String(parseDelay(delay)) })}
            />
          )}
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
