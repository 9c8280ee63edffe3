import { createContext, use } from 'react';
import type { Campaign } from './data.ts';

/** The campaign that is open, and where the leads are listed that it is for. */
export type OpenedCampaign = { campaign: Campaign; leadsPath: string };

export const CampaignContext = createContext<OpenedCampaign | undefined>(undefined);

export function useCampaign(): OpenedCampaign {
  const opened = use(CampaignContext);
  if (!opened) throw new Error('useCampaign needs a CampaignContext above it');
  return opened;
}
