import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { campaignStatusNames } from '#domain/campaign/status.ts';
import { campaignList } from '@/features/campaigns/data.ts';
import { texts as campaignTexts } from '@/features/campaigns/texts.ts';
import { loadedRows } from '@/lib/keyset.ts';
import { paths } from '@/paths.ts';
import { Dialog } from '@/ui/dialog.tsx';
import { LiveSearch } from '@/ui/live-search.tsx';
import { texts } from './texts.ts';

type ChooseCampaignProps = { customerId: string | null; onClose: () => void };

/** The campaign of a new hand-off: the newest ones, or those that are searched for. */
export function ChooseCampaign({ customerId, onClose }: ChooseCampaignProps) {
  const [term, setTerm] = useState('');
  const list = useInfiniteQuery(campaignList(customerId ? [customerId] : null, term, null));
  const campaigns = loadedRows(list.data);
  return (
    <Dialog onOpenChange={onClose} size="sm" title={texts.start} description={texts.startHint}>
      <LiveSearch label={campaignTexts.search} term={term} onSearch={setTerm} />
      {list.data && campaigns.length === 0 && <p className="mt-4 text-muted text-sm">{campaignTexts.empty}</p>}
      <ul className="mt-3 max-h-80 divide-y divide-border overflow-y-auto" aria-label={campaignTexts.list}>
        {campaigns.map(({ id, name, status, customers }) => (
          <li key={id} className="relative flex items-center gap-3 px-1 py-2 text-sm hover:bg-subtle">
            <span className="min-w-0 flex-1">
              <Link
                to={`${paths.adminHandOffs}?new=${id}`}
                dir="auto"
                className="block truncate font-medium after:absolute after:inset-0"
              >
                {name}
              </Link>
              <span className="block truncate text-muted text-xs">{customers?.name}</span>
            </span>
            <span className="text-muted text-xs">{campaignStatusNames[status]}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
