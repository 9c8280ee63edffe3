import { useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query';
import { bareVariables, type Finding, lintStep, sentText } from '#domain/campaign/lint.ts';
import { findVariableUses } from '#domain/campaign/message.ts';
import type { StepContent } from '#domain/campaign/steps.ts';
import { specVariables } from '#domain/campaign/variables.ts';
import { loadedRows } from '@/lib/keyset.ts';
import { useCampaign } from '../campaign-context.ts';
import { approvedLeads, emptyCount, extremeLead, leadGaps } from './approved-leads-data.ts';

/** The findings about each of a campaign's steps. Those that depend on the approved leads follow once these are loaded. */
export function useFindings(customerId: string, steps: readonly StepContent[]): Finding[][] {
  const { variables } = useCampaign();
  const { data: gaps } = useQuery(leadGaps(customerId));
  /** Steps with the same key are longest for the same lead. None where the length does not matter or is the same for all. */
  const longestKey = ({ step_type, message_content: note }: StepContent): string[] => {
    const uses = step_type === 'linkedin_connection' ? [...findVariableUses(note, variables)] : [];
    return uses.length > 0 ? [JSON.stringify(uses)] : [];
  };
  const keys = [...new Set(steps.flatMap(longestKey))];
  const longest = useQueries({
    queries: keys.map((key) => extremeLead(customerId, new Map(JSON.parse(key)), 'longest')),
    combine: (results) => new Map(keys.map((key, index) => [key, results[index]?.data])),
  });
  const bare = new Set(steps.flatMap((step) => bareVariables(sentText(step), variables)));
  const further = [...bare].filter((variable) => !specVariables.has(variable));
  const empty = useQueries({
    queries: further.map((variable) => emptyCount(customerId, variable)),
    combine: (results) => new Map(further.map((variable, index) => [variable, results[index]?.data ?? 0])),
  });
  const { data: loaded } = useInfiniteQuery({ ...approvedLeads(customerId), enabled: false }); // what the preview has read
  const leads = loadedRows(loaded);
  return steps.map((step, index) => {
    const [key = ''] = longestKey(step);
    const values = longest.get(key)?.variable_values;
    return lintStep(step, steps.slice(0, index), variables, { gaps, empty, longest: values, leads });
  });
}
