import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatDay } from '@/lib/format.ts';
import { paths } from '@/paths.ts';
import { Badge } from '@/ui/badge.tsx';
import { PanelSection } from './panel-parts.tsx';
import { type LeadRecord, leadHandOffs } from './record-data.ts';
import { texts } from './texts.ts';

const { handedOff } = texts;

/** Where the lead was handed off to; nothing if it was not. */
export function LeadHandOffs({ lead }: { lead: LeadRecord }) {
  const { data } = useQuery(leadHandOffs(lead));
  if (!data || data.length === 0) return null;
  return (
    <PanelSection title={handedOff.title}>
      <ul className="space-y-2 text-sm">
        {data.map(({ hand_off_id, tool, campaign_name, handed_off_at, is_same_lead, flag }) => (
          <li key={hand_off_id}>
            <Link
              to={`${paths.adminHandOffs}?hand-off=${hand_off_id}`}
              className="text-accent-text underline-offset-2 hover:underline"
            >
              {handedOff.to(tool, formatDay(new Date(handed_off_at), new Date()))}
            </Link>
            <span className="text-muted"> · {campaign_name}</span>{' '}
            {flag && <Badge tone="danger">{handedOff.stop}</Badge>}
            {!is_same_lead && <p className="text-muted text-xs">{handedOff.before}</p>}
          </li>
        ))}
      </ul>
    </PanelSection>
  );
}
