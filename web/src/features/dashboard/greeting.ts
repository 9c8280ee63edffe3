import { texts } from './texts.ts';

/** 'Welcome, Ada' with the first word of the full name, or 'Welcome, there' without one. */
export function greet(fullName: string | null | undefined): string {
  return texts.greeting(fullName?.trim().split(/\s+/u)[0] || texts.there);
}
