import { useQuery } from '@tanstack/react-query';
import { useCampaign } from '../campaign-context.ts';
import { leadGaps } from './writing-data.ts';

/** What the approved leads of the open campaign's customer lack; undefined until it is known. */
export function useGaps() {
  const { campaign } = useCampaign();
  return useQuery(leadGaps(campaign.customer_id)).data;
}
