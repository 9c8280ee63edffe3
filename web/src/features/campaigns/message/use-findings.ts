import { useQueries, useQuery } from '@tanstack/react-query';
import { type Finding, lintStep } from '#domain/campaign/lint.ts';
import type { StepContent } from '#domain/campaign/steps.ts';
import { countVariables } from '#domain/campaign/variables.ts';
import { leadGaps, longestLead, usesVariables } from './approved-leads-data.ts';

/** The findings about each of a campaign's steps. Those that depend on the approved leads follow once these are loaded. */
export function useFindings(customerId: string, steps: readonly StepContent[]): Finding[][] {
  const { data: gaps } = useQuery(leadGaps(customerId));
  const keys = new Set(steps.flatMap(longestKey));
  const longest = useQueries({
    queries: [...keys].map((key) => longestLead(customerId, JSON.parse(key))),
    combine: (results) => new Map([...keys].map((key, index) => [key, results[index]?.data])),
  });
  return steps.map((step, index) => {
    const [key = ''] = longestKey(step);
    return lintStep(step, steps.slice(0, index), { gaps, longest: longest.get(key) });
  });
}

/** Steps with the same key are longest for the same lead. None where the length does not matter or is the same for all. */
const longestKey = ({ step_type, message_content: note }: StepContent): string[] =>
  step_type === 'linkedin_connection' && usesVariables(note) ? [JSON.stringify(countVariables(note))] : [];
