-- Duplicates can be dismissed too.
alter table private.attention_dismissals drop constraint attention_dismissals_reason_check;
alter table private.attention_dismissals add constraint attention_dismissals_reason_check
  check (reason in (
    'leads waiting', 'leads changed', 'duplicate leads', 'duplicate companies', 'copy changes requested', 'copy approved', 'imports with errors',
    'invitations not mailed', 'invitations expiring', 'handed off leads', 'comments on leads', 'comments on companies', 'comments on campaigns'
  ));
comment on function public.needs_attention is
  'What an administrator should look at, one row per active customer and reason: leads not reviewed for 7 days (counted up to 1,000), leads that have changed since the decision, leads and companies that are duplicates until they are kept or deleted, campaigns whose newest version has changes requested or was approved by a member and not launched, unread comments of members, open invitations without an email or ending within 2 days, imports of the last 7 days with errors (not only rows on a do-not-contact list), leads to stop in the tools that they were handed off to.';
