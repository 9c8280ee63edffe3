import { Link, useSearchParams } from 'react-router';
import { formatMoment } from '@/lib/format.ts';
import { withParameters } from '@/lib/url-parameters.ts';
import { RelativeTime } from '@/ui/relative-time.tsx';
import type { Campaign } from './data.ts';
import { StatusBadge } from './status-badge.tsx';

export type CampaignCardProps = { campaign: Campaign; namesCustomer?: boolean };

/** A campaign in a list; the whole card opens it, for the link lies over all of it and says on hover what it covers. */
export function CampaignCard({ campaign, namesCustomer }: CampaignCardProps) {
  const { id, name, status, created_at, customers } = campaign;
  const [url] = useSearchParams();
  return (
    <li className="relative flex flex-col rounded-lg border border-border bg-raised p-4 transition-colors hover:bg-subtle">
      <Link
        to={{ search: withParameters(url, { campaign: id }).toString() }}
        preventScrollReset
        dir="auto"
        className="line-clamp-2 wrap-anywhere font-medium after:absolute after:inset-0 after:rounded-lg"
        title={`${name}\nCreated ${formatMoment(new Date(created_at))}`}
      >
        {name}
      </Link>
      {namesCustomer && (
        <p dir="auto" className="mt-0.5 truncate text-muted text-sm" title={customers?.name}>
          {customers?.name}
        </p>
      )}
      <p className="mt-auto flex items-center justify-between gap-3 pt-4 text-muted text-xs">
        <StatusBadge status={status} />
        <span>
          Created <RelativeTime at={created_at} />
        </span>
      </p>
    </li>
  );
}
