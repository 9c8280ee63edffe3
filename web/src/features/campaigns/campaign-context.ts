import { createContext, use } from 'react';
import type { Variables } from '#domain/campaign/variables.ts';
import type { MemberRole } from '#domain/member-roles.ts';
import type { Campaign } from './data.ts';

export type OpenCampaign = {
  campaign: Campaign;
  /** The user's role in the customer of the campaign: an approver edits it, a reviewer suggests wording. */
  role: MemberRole;
  /** The path of the list of leads that the campaign is sent to. */
  leadsPath: string;
  /** Changes the steps, after a question if they are approved. */
  changeSteps: (change: () => void) => void;
  /** Changes the steps like `changeSteps`, after the review was read again. Resolves once the question is shown or the change has ended. */
  saveSteps: (change: () => Promise<void>) => Promise<void>;
  /** Resolves when no step is being saved. */
  whenSaved: () => Promise<void>;
  /** The variables of its messages. */
  variables: Variables;
};

export const CampaignContext = createContext<OpenCampaign | undefined>(undefined);

export function useCampaign(): OpenCampaign {
  const open = use(CampaignContext);
  if (!open) throw new Error('useCampaign must be used within CampaignContext');
  return open;
}
