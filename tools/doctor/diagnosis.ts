export type Diagnosis = { subject: string; status: 'ok' | 'warning' | 'failed'; message: string; advice?: string };

export const ok = (subject: string, message: string): Diagnosis => ({ subject, status: 'ok', message });
export const warning = (subject: string, message: string, advice: string): Diagnosis => ({
  subject,
  status: 'warning',
  message,
  advice,
});
export const failed = (subject: string, message: string, advice: string): Diagnosis => ({
  subject,
  status: 'failed',
  message,
  advice,
});
