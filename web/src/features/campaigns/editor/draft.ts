import { newStep, parseDelay, type StepContent, sameContent, storedContent } from '#domain/campaign/steps.ts';
import { lengthError, textLengths } from '#domain/limits.ts';
import { texts } from '../texts.ts';

/** A step while it is edited: the delay as typed, and the subject even if the step is no email, so that switching channels loses nothing. */
export type StepDraft = { step_type: StepContent['step_type']; delay: string; subject: string; message: string };

export function toDraft({ step_type, delay_days, subject, message_content }: StepContent = newStep): StepDraft {
  return { step_type, delay: String(delay_days), subject: subject ?? '', message: message_content };
}

export function toContent({ step_type, delay, subject, message }: StepDraft): StepContent {
  return storedContent({ step_type, delay_days: parseDelay(delay), subject, message_content: message });
}

export function checkDraft(draft: StepDraft): Partial<Record<'subject' | 'message', string>> {
  const { subject, message_content: message } = toContent(draft);
  const errors = {
    subject: lengthError(texts.editor.theSubject, subject ?? '', textLengths.stepSubject),
    message: lengthError(texts.editor.theMessage, message, textLengths.stepMessage),
  };
  return { ...(errors.subject && { subject: errors.subject }), ...(errors.message && { message: errors.message }) };
}

export function isChanged(draft: StepDraft, original: StepContent = newStep): boolean {
  return !sameContent(toContent(draft), toContent(toDraft(original)));
}
