/** 'Welcome, Ada': the first word of the full name, or 'there' where there is none. */
export function greet(fullName: string | null | undefined): string {
  return `Welcome, ${fullName?.trim().split(/\s+/u)[0] || 'there'}`;
}
