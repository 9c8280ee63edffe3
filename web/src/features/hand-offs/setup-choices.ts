import { type UrlFilters, withParameters } from '@/lib/url-parameters.ts';

/** The choices for a hand-off. `audiences` is null for all leads; an audience of '' means leads without one. */
export type SetupChoices = {
  audiences: string[] | null;
  onlyNew: boolean;
  /** Null for the first one. */
  toolId: string | null;
  fieldKeys: string[];
};

export const NO_CHOICES: SetupChoices = { audiences: null, onlyNew: true, toolId: null, fieldKeys: [] };

export const setupChoices: UrlFilters<SetupChoices> = {
  read: (url) => ({
    audiences: url.get('leads') === 'chosen' ? url.getAll('audience') : null,
    onlyNew: url.get('repeat') !== '1',
    toolId: url.get('tool'),
    fieldKeys: url.getAll('field'),
  }),
  write: (url, { audiences, onlyNew, toolId, fieldKeys }) => {
    const next = withParameters(url, {
      leads: audiences && 'chosen',
      audience: null,
      repeat: onlyNew ? null : '1',
      tool: toolId,
      field: null,
    });
    for (const name of audiences ?? []) next.append('audience', name);
    for (const key of fieldKeys) next.append('field', key);
    return next;
  },
};
