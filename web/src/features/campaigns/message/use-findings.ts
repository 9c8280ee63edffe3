import { useQueries, useQuery } from '@tanstack/react-query';
import { type Finding, lintStep } from '#domain/campaign/lint.ts';
import type { StepContent } from '#domain/campaign/steps.ts';
import { usesOf, valuesOf } from '#domain/campaign/variables.ts';
import { useCampaign } from '../campaign-context.ts';
import { leadGaps, longestLead } from './approved-leads-data.ts';

/** The findings about each of a campaign's steps. Those that depend on the approved leads follow once these are loaded. */
export function useFindings(customerId: string, steps: readonly StepContent[]): Finding[][] {
  const { variables } = useCampaign();
  /** Steps with the same key are longest for the same lead. None where the length does not matter or is the same for all. */
  const longestKey = ({ step_type, message_content: note }: StepContent): string[] => {
    const uses = step_type === 'linkedin_connection' ? [...usesOf(note, variables)] : [];
    return uses.length > 0 ? [JSON.stringify(uses)] : [];
  };
  const { data: gaps } = useQuery(leadGaps(customerId));
  const keys = new Set(steps.flatMap(longestKey));
  const longest = useQueries({
    queries: [...keys].map((key) => longestLead(customerId, new Map(JSON.parse(key)))),
    combine: (results) => new Map([...keys].map((key, index) => [key, results[index]?.data])),
  });
  return steps.map((step, index) => {
    const [key = ''] = longestKey(step);
    const lead = longest.get(key);
    return lintStep(step, steps.slice(0, index), variables, { gaps, longest: lead && valuesOf(lead) });
  });
}
