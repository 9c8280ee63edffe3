import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { Tally } from './tally.ts';

/** How a kind of rows is tallied; `roughly`: estimated where counting takes long. */
export type TallyOf<Scope> = (scope: Scope, roughly: boolean) => UseQueryOptions<Tally>;

/** How far the review of a scope has come. What is told roughly at first is counted meanwhile, and then told exactly. */
export function useTally<Scope>(tallyOf: TallyOf<Scope>, scope: Scope): Tally | undefined {
  const { data: first, isPlaceholderData } = useQuery(tallyOf(scope, true));
  const isRough = first?.is_estimated === true && !isPlaceholderData;
  const { data: exact } = useQuery({ ...tallyOf(scope, false), placeholderData: undefined, enabled: isRough });
  return isRough ? (exact ?? first) : first;
}
