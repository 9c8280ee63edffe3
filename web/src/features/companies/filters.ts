/** What a list of companies is narrowed to, as the URL holds it. */
export type CompanyFilters = { term: string };

export const NO_FILTERS: CompanyFilters = { term: '' };

export function readFilters(url: URLSearchParams): CompanyFilters {
  return { term: (url.get('search') ?? '').trim() };
}

/** The URL's parameters with these filters in place of its own; other parameters stay. */
export function writeFilters(url: URLSearchParams, { term }: CompanyFilters): URLSearchParams {
  const next = new URLSearchParams(url);
  if (term.trim()) next.set('search', term.trim());
  else next.delete('search');
  return next;
}
