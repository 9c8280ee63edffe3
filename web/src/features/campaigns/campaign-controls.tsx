import { useQuery } from '@tanstack/react-query';
import { Copy, Ellipsis, Pencil, Rocket, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { lintStep } from '#domain/campaign/lint.ts';
import { campaignStatuses, campaignStatusNames, isCampaignStatus } from '#domain/campaign/status.ts';
import { counted } from '@/lib/format.ts';
import { Button, buttonClass } from '@/ui/button.tsx';
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx';
import { Menu, MenuItem } from '@/ui/menu.tsx';
import { Select } from '@/ui/select.tsx';
import { type Campaign, campaignSteps } from './data.ts';
import { DeleteCampaign } from './delete-campaign.tsx';
import { DuplicateCampaign } from './duplicate-campaign.tsx';
import { RenameCampaign } from './rename-campaign.tsx';
import { useCampaignStatus } from './use-campaign-status.ts';
import { leadGaps } from './writing/writing-data.ts';

export type CampaignControlsProps = {
  campaign: Campaign;
  onDuplicated: (id: string) => void;
  onDeleted: () => void;
};

const ADVICE = { one: 'piece of advice', many: 'pieces of advice' };

const STATUSES = campaignStatuses.map((status) => ({ value: status, label: campaignStatusNames[status] }));

/** The status of a campaign, its launch, and what can be done with it as a whole. */
export function CampaignControls({ campaign, onDuplicated, onDeleted }: CampaignControlsProps) {
  const { data: steps } = useQuery(campaignSteps(campaign.id));
  const { data: gaps } = useQuery(leadGaps(campaign.customer_id));
  const status = useCampaignStatus(campaign, steps?.length);
  const advice = steps?.flatMap((step, place) => lintStep(step, steps.slice(0, place), gaps)) ?? [];
  const [asking, setAsking] = useState<'copy' | 'name' | 'deletion' | null>(null);
  const answered = () => setAsking(null);

  return (
    <div className="flex flex-wrap items-center gap-2">
      <div className="min-w-24 max-w-36 flex-1">
        <Select
          label="Status"
          value={campaign.status}
          onChange={(picked) => isCampaignStatus(picked) && status.choose(picked)}
          options={STATUSES}
        />
      </div>
      {campaign.status === 'draft' && (
        <Button variant="primary" icon={Rocket} busy={status.busy} onClick={() => status.choose('active')}>
          Launch Campaign
        </Button>
      )}
      <Menu
        trigger={
          <button type="button" aria-label="More for this campaign" className={buttonClass('ghost', 'icon', 'ml-auto')}>
            <Ellipsis aria-hidden className="size-4" />
          </button>
        }
      >
        <MenuItem icon={Pencil} onSelect={() => setAsking('name')}>
          Rename campaign
        </MenuItem>
        <MenuItem icon={Copy} onSelect={() => setAsking('copy')}>
          Duplicate campaign
        </MenuItem>
        <MenuItem icon={Trash2} danger onSelect={() => setAsking('deletion')}>
          Delete campaign
        </MenuItem>
      </Menu>
      <ConfirmDialog
        open={status.launching}
        onOpenChange={status.cancelLaunch}
        title="Launch Campaign?"
        description={`Its status changes from draft to active.${
          advice.length > 0
            ? ` Its steps have ${counted(advice.length, ADVICE)} that you may want to look at first.`
            : ''
        }`}
        confirmLabel="Launch Campaign"
        busy={status.busy}
        onConfirm={status.launch}
      />
      {asking === 'copy' && <DuplicateCampaign campaign={campaign} onDuplicated={onDuplicated} onClose={answered} />}
      {asking === 'name' && <RenameCampaign campaign={campaign} onClose={answered} />}
      {asking === 'deletion' && (
        <DeleteCampaign campaign={campaign} steps={steps?.length} onDeleted={onDeleted} onClose={answered} />
      )}
    </div>
  );
}
