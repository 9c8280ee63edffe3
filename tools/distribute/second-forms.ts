// Parts of migrations that Citus rejects, and parts with the same effect that it accepts.
import type { Migration } from '#server/database/setup/migration-files.ts';

type SecondForm = { rejected: string; accepted: string };

/** Statements that update rows may call no function that is only stable, such as `date_trunc` of a `timestamptz` or `jsonb_build_object`. */
const SECOND_FORMS: Record<string, SecondForm> = {
  '20261129010300_results.sql': {
    rejected: `where at = date_trunc('day', at, 'UTC')`,
    accepted: `where at = date_trunc('day', at at time zone 'UTC') at time zone 'UTC'`,
  },
  '20261129020200_keys.sql': {
    rejected: `given || jsonb_build_object('email', private.stored_email(given ->> 'email'))`,
    accepted: `given || jsonb_object(array['email', private.stored_email(given ->> 'email')])`,
  },
  '20261129060000_undo_in_any_order.sql': {
    rejected: `private.field_turns(match.given, extract(epoch from import.created_at)::bigint)`,
    accepted: `private.field_turns(match.given, extract(epoch from import.created_at at time zone 'UTC')::bigint)`,
  },
};

/** The migrations in the form that Citus accepts. Each keeps the checksum of its first form. */
export const inSecondForm = (migrations: Migration[]): Migration[] =>
  migrations.map((migration) => {
    const form = SECOND_FORMS[migration.file];
    if (!form) return migration;
    const parts = migration.sql.split(form.rejected);
    if (parts.length !== 2)
      throw new Error(`${migration.file} has the part with a second form ${parts.length - 1} times`);
    return { ...migration, sql: parts.join(form.accepted) };
  });
