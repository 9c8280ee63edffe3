/** The longest name that the database takes. */
const LONGEST_NAME = 500;

/** What a new customer's name must be. */
export function checkName({ name }: { name: string }): { name?: string } {
  const length = name.trim().length;
  if (length === 0) return { name: 'A name is required.' };
  return length > LONGEST_NAME ? { name: `A name has at most ${LONGEST_NAME} characters.` } : {};
}
