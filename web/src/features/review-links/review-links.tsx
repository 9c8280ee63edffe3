import { useInfiniteQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { CalendarClock, Copy, Link2, Send, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { CustomerName } from '@/features/customers/data.ts';
import { formatDay, formatNumber } from '@/lib/format.ts';
import { loadedRows } from '@/lib/keyset.ts';
import { lazyPart } from '@/lib/lazy-part.tsx';
import { commonTexts } from '@/lib/texts.ts';
import { useSave } from '@/lib/use-save.ts';
import { Badge } from '@/ui/badge.tsx';
import { Button } from '@/ui/button.tsx';
import { ConfirmAction } from '@/ui/confirm-action.tsx';
import { CopyField } from '@/ui/copy-field.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { type Column, SECOND_LINE } from '@/ui/list/columns.ts';
import { QueryTable } from '@/ui/list/query-table.tsx';
import { ACTIONS, NUMBER } from '@/ui/list/usual-columns.tsx';
import { IconMenu, MenuItem } from '@/ui/menu.tsx';
import { Note } from '@/ui/note.tsx';
import { RelativeTime } from '@/ui/relative-time.tsx';
import { Section } from '@/ui/section.tsx';
import { linkList, linkUrl, type Mailed, mailAgain, refreshLinks, revokeLink, type SentLink } from './data.ts';
import { isLive, linkStates, writtenDay } from './link-values.ts';
import { texts } from './texts.ts';

const SendLinkDialog = lazyPart('SendLinkDialog', () => import('./send-link-dialog.tsx'));
const ExtendDialog = lazyPart('ExtendDialog', () => import('./extend-dialog.tsx'));

type Action = 'copy' | 'again' | 'extend' | 'revoke';
type Opened = { kind: 'send' } | { kind: 'extend' | 'revoke'; link: SentLink } | { kind: 'link'; mailed: Mailed };

/** The review links of a customer, to send, extend and revoke. */
export function ReviewLinks({ customer }: { customer: CustomerName }) {
  const list = useInfiniteQuery(linkList(customer.id));
  const links = useMemo(() => loadedRows(list.data), [list.data]);
  const [opened, open] = useState<Opened>();
  const close = () => open(undefined);
  const { save: sendAgain } = useSave({
    write: mailAgain,
    refresh: refreshLinks,
    success: (_, { email }) => ({ title: texts.send.sent, description: texts.again.sent(email) }),
    failure: texts.send.failed,
  });
  const columns = useMemo(() => {
    const act = (link: SentLink, action: Action) => {
      if (action === 'copy') return open({ kind: 'link', mailed: { email: link.email, url: linkUrl(link) } });
      if (action === 'again') return void sendAgain(link);
      open({ kind: action, link });
    };
    return linkColumns(act);
  }, [sendAgain]);
  const send = (
    <Button icon={Send} onClick={() => open({ kind: 'send' })}>
      {texts.send.action}
    </Button>
  );
  return (
    <Section title={texts.title} aside={links.length > 0 && send}>
      <QueryTable
        label={texts.title}
        noun={texts.noun}
        list={list}
        rows={links}
        total={list.hasNextPage ? undefined : links.length}
        columns={columns}
        empty={{ icon: Link2, title: texts.empty, description: texts.emptyHint, action: send }}
      />
      {opened?.kind === 'send' && (
        <SendLinkDialog customer={customer} onUnsent={(mailed) => open({ kind: 'link', mailed })} onClose={close} />
      )}
      {opened?.kind === 'extend' && <ExtendDialog link={opened.link} onClose={close} />}
      {opened?.kind === 'link' && <LinkDialog {...opened.mailed} onClose={close} />}
      {opened?.kind === 'revoke' && (
        <ConfirmAction
          {...texts.revocation(opened.link.email)}
          danger
          write={() => revokeLink(opened.link.id)}
          refresh={refreshLinks}
          onClose={close}
        />
      )}
    </Section>
  );
}

/** A link to copy, with the reason if its email could not be sent. */
function LinkDialog({ email, url, failure, onClose }: Mailed & { onClose: () => void }) {
  return (
    <Dialog
      onOpenChange={onClose}
      size="sm"
      title={texts.link}
      description={texts.copyHint(email)}
      footer={
        <Button variant="primary" onClick={onClose}>
          {commonTexts.done}
        </Button>
      }
    >
      <div className="space-y-4">
        {failure !== undefined && (
          <Note tone="warning" title={texts.unsent.title}>
            <p>{texts.unsent.hint}</p>
            <p className="mt-1">{failure}</p>
          </Note>
        )}
        <CopyField label={texts.link} value={url} />
      </div>
    </Dialog>
  );
}

const States = ({ link }: { link: SentLink }) => (
  <span className="flex shrink-0 gap-1">
    {linkStates(link, Date.now()).map(({ label, tone }) => (
      <Badge key={label} tone={tone}>
        {label}
      </Badge>
    ))}
  </span>
);

/** When a guest was last there, and how much was decided, where these have no columns. */
const LinkUse = ({ link: { last_used_at, decisions }, className }: { link: SentLink; className: string }) => (
  <p className={clsx('truncate', className)}>
    {last_used_at ? texts.used(<RelativeTime at={last_used_at} />) : texts.neverUsed}
    {decisions > 0 && `, ${texts.decisions(decisions)}`}
  </p>
);

const day = (at: string) => formatDay(new Date(at), new Date());

const { heads } = texts;

const linkColumns = (onAct: (link: SentLink, action: Action) => void): Column<SentLink>[] => [
  {
    title: heads.email,
    width: 'minmax(0,4fr)',
    cellClass: 'min-w-0',
    render: (link) => (
      <>
        <p className="truncate font-medium" title={link.email}>
          {link.email}
        </p>
        <div className={`flex min-w-0 items-center gap-1.5 text-muted text-xs ${SECOND_LINE}`}>
          <States link={link} />
          <span className="truncate max-md:hidden">{texts.includes(link.audience, link.with_campaigns)}</span>
          <span className="shrink-0">{texts.until(day(link.expires_at))}</span>
          {link.review_by && <span className="truncate">{texts.reviewBy(writtenDay(link.review_by))}</span>}
          <LinkUse link={link} className="max-md:hidden" />
        </div>
        <div className="mt-0.5 flex min-w-0 gap-1.5 text-muted text-xs md:hidden">
          <span className="truncate">{texts.includes(link.audience, link.with_campaigns)}</span>
          <LinkUse link={link} className="shrink-0" />
        </div>
      </>
    ),
    skeleton: 'h-3.5 w-3/4',
  },
  {
    title: heads.includes,
    width: 'minmax(0,3fr)',
    shownFrom: 'wide',
    text: ({ audience, with_campaigns }) => texts.includes(audience, with_campaigns),
  },
  {
    title: heads.state,
    width: '9.5rem',
    shownFrom: 'wide',
    render: (link) => <States link={link} />,
    skeleton: 'h-5 w-16',
  },
  {
    title: heads.until,
    width: '10rem',
    shownFrom: 'wide',
    cellClass: 'min-w-0 text-muted',
    render: ({ expires_at, review_by }) => (
      <>
        <p className="truncate">{day(expires_at)}</p>
        {review_by && <p className="truncate text-xs">{texts.reviewBy(writtenDay(review_by))}</p>}
      </>
    ),
    skeleton: 'h-3.5 w-16',
  },
  {
    title: heads.used,
    width: '8rem',
    shownFrom: 'wide',
    cellClass: 'truncate text-muted',
    render: ({ last_used_at }) => (last_used_at ? <RelativeTime at={last_used_at} /> : texts.neverUsed),
    skeleton: 'h-3.5 w-16',
  },
  { title: heads.decisions, width: '5.5rem', ...NUMBER, render: ({ decisions }) => formatNumber(decisions) },
  { ...ACTIONS, render: (link) => <LinkMenu link={link} onAct={(action) => onAct(link, action)} /> },
];

function LinkMenu({ link, onAct }: { link: SentLink; onAct: (action: Action) => void }) {
  if (link.revoked_at !== null) return null;
  const live = isLive(link, Date.now());
  return (
    <IconMenu label={commonTexts.actionsFor(link.email)}>
      {live && (
        <>
          <MenuItem icon={Copy} onSelect={() => onAct('copy')}>
            {texts.copy}
          </MenuItem>
          <MenuItem icon={Send} onSelect={() => onAct('again')}>
            {texts.again.action}
          </MenuItem>
        </>
      )}
      <MenuItem icon={CalendarClock} onSelect={() => onAct('extend')}>
        {texts.extend.action}
      </MenuItem>
      {live && (
        <MenuItem icon={Trash2} danger onSelect={() => onAct('revoke')}>
          {texts.revoke}
        </MenuItem>
      )}
    </IconMenu>
  );
}
