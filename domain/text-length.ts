/** The message for a text that is too long; undefined for one that is not. Counts code points, as PostgreSQL does. `what` begins the message, as in 'The name'. */
export function lengthFault(what: string, text: string, most: number): string | undefined {
  if (text.length <= most) return undefined;
  const { length } = [...text];
  return length > most ? `${what} is too long: ${length} characters, at most ${most}` : undefined;
}
