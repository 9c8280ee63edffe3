/** The filter for people whose name or address contains the term, which is taken as it is typed. */
export function matching(term: string): string {
  const literal = term.replaceAll(/[\\%_]/g, '\\$&');
  const quoted = `%${literal}%`.replaceAll(/[\\"]/g, '\\$&');
  return `email.ilike."${quoted}",full_name.ilike."${quoted}"`;
}
