import { newStep, parseDelay, type StepContent, sameContent, storedContent } from '#domain/campaign/steps.ts';
import { lengthError, textLengths } from '#domain/limits.ts';

/** A step as it is being written: the delay as typed, and a subject even while the step is no email, so that changing one's mind loses nothing. */
export type Draft = { step_type: StepContent['step_type']; delay: string; subject: string; message: string };

export function draftOf({ step_type, delay_days, subject, message_content }: StepContent = newStep): Draft {
  return { step_type, delay: String(delay_days), subject: subject ?? '', message: message_content };
}

/** What the draft would be stored as. */
export function contentOf({ step_type, delay, subject, message }: Draft): StepContent {
  return storedContent({ step_type, delay_days: parseDelay(delay), subject, message_content: message });
}

/** The error of each field that cannot be stored. */
export function checkDraft(draft: Draft): Partial<Record<'subject' | 'message', string>> {
  const { subject, message_content: message } = contentOf(draft);
  const faults = {
    subject: lengthError('The subject', subject ?? '', textLengths.stepSubject),
    message: lengthError('The message', message, textLengths.stepMessage),
  };
  return { ...(faults.subject && { subject: faults.subject }), ...(faults.message && { message: faults.message }) };
}

/** Whether a draft says anything else than what it began with. */
export function isChanged(draft: Draft, began: StepContent = newStep): boolean {
  return !sameContent(contentOf(draft), contentOf(draftOf(began)));
}
