import { useInfiniteQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { CalendarClock, Copy, Link2, Send, Trash2, UserPlus } from 'lucide-react';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import type { CustomerName } from '@/features/customers/data.ts';
import type { Unsent } from '@/features/invitations/data.ts';
import { InvitationLink } from '@/features/invitations/inviting/invite-results.tsx';
import { type UserName, useUserNames } from '@/features/session/user-names-data.ts';
import { formatDay, formatNumber } from '@/lib/format.ts';
import { loadedRows } from '@/lib/keyset.ts';
import { lazyPart } from '@/lib/lazy-part.tsx';
import { commonTexts } from '@/lib/texts.ts';
import { useSave } from '@/lib/use-save.ts';
import { Badge } from '@/ui/badge.tsx';
import { Button } from '@/ui/button.tsx';
import { ConfirmAction } from '@/ui/confirm-action.tsx';
import { CopyField } from '@/ui/copy-field.tsx';
import { Dialog, type DialogProps } from '@/ui/dialog.tsx';
import { type Column, SECOND_LINE } from '@/ui/list/columns.ts';
import { QueryTable } from '@/ui/list/query-table.tsx';
import { ACTIONS, NUMBER } from '@/ui/list/usual-columns.tsx';
import { IconMenu, MenuItem } from '@/ui/menu.tsx';
import { Note } from '@/ui/note.tsx';
import { PageHeader } from '@/ui/page-header.tsx';
import { RelativeTime } from '@/ui/relative-time.tsx';
import { Section } from '@/ui/section.tsx';
import { ColleagueRequests } from './colleague-requests.tsx';
import {
  type ColleagueRequest,
  linkList,
  linkUrl,
  type Mailed,
  mailAgain,
  refreshLinks,
  revokeLink,
  type SentLink,
} from './data.ts';
import { isLive, linkStates, writtenDay } from './link-values.ts';
import { texts } from './texts.ts';
import { type TeamState, useInviteToTeam } from './use-invite-to-team.ts';

const SendLinkDialog = lazyPart('SendLinkDialog', () => import('./send-link-dialog.tsx'));
const ExtendDialog = lazyPart('ExtendDialog', () => import('./extend-dialog.tsx'));

type Action = 'copy' | 'again' | 'extend' | 'revoke' | 'invite';
type Opened =
  | { kind: 'send'; request?: ColleagueRequest }
  | { kind: 'extend' | 'revoke'; link: SentLink }
  | { kind: 'link'; mailed: Mailed }
  | { kind: 'invitation'; unsent: Unsent };

type ReviewLinksProps = {
  customer: CustomerName;
  /** Whether the links are a page of their own, with the children below its header, instead of a section. */
  isPage?: boolean;
  children?: ReactNode;
};

/** The review links of a customer, to send, extend and revoke, with the colleagues that guests ask for. */
export function ReviewLinks({ customer, isPage, children }: ReviewLinksProps) {
  const list = useInfiniteQuery(linkList(customer.id));
  const links = useMemo(() => loadedRows(list.data), [list.data]);
  const sendButton = useRef<HTMLButtonElement>(null);
  const isDone = useRef(false);
  const [opened, setOpened] = useState<Opened>();
  const open = (next: Opened) => {
    isDone.current = false;
    setOpened(next);
  };
  const close = () => setOpened(undefined);
  const markDone = () => {
    isDone.current = true;
  };
  /** Where the focus goes: an action that is done may remove the button that opened the dialog. */
  const returnTo = () => (isDone.current ? sendButton.current : null);
  const columns = useLinkColumns(customer, links, open);
  const send = (
    <Button
      ref={sendButton}
      variant={isPage ? 'primary' : 'secondary'}
      icon={Send}
      onClick={() => open({ kind: 'send' })}
    >
      {texts.send.action}
    </Button>
  );
  const content = (
    <>
      <ColleagueRequests
        customerId={customer.id}
        onConfirm={(request) => open({ kind: 'send', request })}
        onDeclined={() => sendButton.current?.focus()}
      />
      <QueryTable
        label={texts.title}
        noun={texts.noun}
        list={list}
        rows={links}
        total={list.hasNextPage ? undefined : links.length}
        columns={columns}
        empty={{ icon: Link2, title: texts.empty, description: texts.emptyHint, action: !isPage && send }}
      />
      {opened?.kind === 'send' && (
        <SendLinkDialog
          customer={customer}
          request={opened.request}
          onStored={markDone}
          onUnsent={(mailed) => open({ kind: 'link', mailed })}
          returnTo={returnTo}
          onClose={close}
        />
      )}
      {opened?.kind === 'extend' && <ExtendDialog link={opened.link} onClose={close} />}
      {opened?.kind === 'link' && <LinkDialog {...opened.mailed} onClose={close} />}
      {opened?.kind === 'invitation' && (
        <DoneDialog title={commonTexts.inviteUser} onClose={close}>
          <InvitationLink unsent={opened.unsent} />
        </DoneDialog>
      )}
      {opened?.kind === 'revoke' && (
        <ConfirmAction
          {...texts.revocation(opened.link.email)}
          danger
          write={() => revokeLink(opened.link.id)}
          refresh={refreshLinks}
          onSaved={markDone}
          returnTo={returnTo}
          onClose={close}
        />
      )}
    </>
  );
  if (!isPage)
    return (
      <Section title={texts.title} aside={links.length > 0 && send}>
        {content}
      </Section>
    );
  return (
    <>
      <PageHeader title={texts.title} description={texts.description} actions={send} />
      {children}
      {content}
    </>
  );
}

/** The columns of the links, whose menus act. */
function useLinkColumns(customer: CustomerName, links: readonly SentLink[], open: (next: Opened) => void) {
  const names = useUserNames(
    customer.id,
    links.map(({ created_by }) => created_by),
  );
  const { save: sendAgain } = useSave({
    write: mailAgain,
    refresh: refreshLinks,
    success: (_, { email }) => ({ title: texts.send.sent, description: texts.again.sent(email) }),
    failure: texts.send.failed,
  });
  const { teamState, inviteToTeam } = useInviteToTeam(customer, (unsent) => open({ kind: 'invitation', unsent }));
  const act = (link: SentLink, action: Action) => {
    if (action === 'copy') return open({ kind: 'link', mailed: { email: link.email, url: linkUrl(link) } });
    if (action === 'again') return void sendAgain(link);
    if (action === 'invite') return void inviteToTeam(link);
    open({ kind: action, link });
  };
  return linkColumns({ names, teamState, onAct: act });
}

/** A link to copy, with the reason if its email could not be sent. */
function LinkDialog({ email, url, failure, onClose }: Mailed & { onClose: () => void }) {
  return (
    <DoneDialog title={texts.link} description={texts.copyHint(email)} onClose={onClose}>
      <div className="space-y-4">
        {failure !== undefined && (
          <Note tone="warning" title={texts.unsent.title}>
            <p>{texts.unsent.hint}</p>
            <p className="mt-1">{failure}</p>
          </Note>
        )}
        <CopyField label={texts.link} value={url} />
      </div>
    </DoneDialog>
  );
}

type DoneDialogProps = Pick<DialogProps, 'title' | 'description' | 'children'> & { onClose: () => void };

const DoneDialog = ({ onClose, ...dialog }: DoneDialogProps) => (
  <Dialog
    onOpenChange={onClose}
    size="sm"
    footer={
      <Button variant="primary" onClick={onClose}>
        {commonTexts.done}
      </Button>
    }
    {...dialog}
  />
);

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

type ColumnOptions = {
  names: Map<string, UserName> | undefined;
  teamState: (email: string) => TeamState;
  onAct: (link: SentLink, action: Action) => void;
};

const linkColumns = ({ names, teamState, onAct }: ColumnOptions): Column<SentLink>[] => [
  {
    title: heads.email,
    width: 'minmax(0,4fr)',
    cellClass: 'min-w-0',
    render: (link) => (
      <>
        <p className="flex min-w-0 items-center gap-1.5">
          <span className="truncate font-medium" title={link.email}>
            {link.email}
          </span>
          <TeamBadge state={teamState(link.email)} />
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
    title: heads.sender,
    width: 'minmax(0,2fr)',
    shownFrom: 'wide',
    cellClass: 'truncate text-muted',
    text: ({ created_by }) => names?.get(created_by ?? '')?.name ?? null,
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
  {
    ...ACTIONS,
    render: (link) => (
      <LinkMenu link={link} canInvite={teamState(link.email) === 'none'} onAct={(action) => onAct(link, action)} />
    ),
  },
];

/** Says that the address of a link is one of the team, or invited to it. */
const TeamBadge = ({ state }: { state: TeamState }) =>
  (state === 'invited' || state === 'member') && (
    <Badge tone="info" className="shrink-0">
      {texts.invite[state]}
    </Badge>
  );

type LinkMenuProps = { link: SentLink; canInvite: boolean; onAct: (action: Action) => void };

function LinkMenu({ link, canInvite, onAct }: LinkMenuProps) {
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
      {canInvite && (
        <MenuItem icon={UserPlus} onSelect={() => onAct('invite')}>
          {texts.invite.action}
        </MenuItem>
      )}
      {live && (
        <MenuItem icon={Trash2} danger onSelect={() => onAct('revoke')}>
          {texts.revoke}
        </MenuItem>
      )}
    </IconMenu>
  );
}
