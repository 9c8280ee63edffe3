-- What the server's environment says and the database has to know: one row, written by the owner.
create table private.settings (
  is_only_row boolean primary key default true check (is_only_row),
  invitation_days int not null default 7 check (invitation_days > 0)
);
insert into private.settings default values;

revoke all on private.settings from public, anon, authenticated, service_role;
