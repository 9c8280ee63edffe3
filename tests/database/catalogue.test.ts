import { expect, test } from 'vitest';
import { rights } from '../../tools/policies/rights.ts';
import { setUpWorld } from './world.ts';

const world = setUpWorld();

const names = (text: string, values?: unknown[]) =>
  world.transaction(async ({ query }) => (await query<{ name: string }>(text, values)).map(({ name }) => name));

const restricted = rights.flatMap(({ table, memberUpdates }) => (memberUpdates ? [{ table, ...memberUpdates }] : []));

test('the tables whose columns members can update in part have a trigger for it, and no others', async () => {
  const found = await names(
    `select relname as name from pg_trigger join pg_class on pg_class.oid = tgrelid where tgname = 'limit_member_updates' order by 1`,
  );
  expect(found).toEqual(restricted.map(({ table }) => table).sort());
  expect(found).toEqual(['campaigns', 'companies', 'leads']);
});

test.each(restricted)('members can change no column of $table but $columns', async ({ table, columns: open }) => {
  const watched = await names(
    `select attname as name from pg_trigger join pg_attribute on attrelid = tgrelid and attnum = any (tgattr::int2[])
     where tgrelid = ('public.' || $1)::regclass and tgname = 'limit_member_updates' order by 1`,
    [table],
  );
  const columns = await names(
    `select attname as name from pg_attribute
     where attrelid = ('public.' || $1)::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by 1`,
    [table],
  );
  expect(watched).toEqual(columns.filter((column) => !open.includes(column)));
});

test('every table of schema public has row-level security (S6.21)', async () => {
  expect(
    await names(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and not relrowsecurity`,
    ),
  ).toEqual([]);
});

test('every view of schema public checks the rights of its reader', async () => {
  expect(
    await names(
      `select relname as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind = 'v' and not 'security_invoker=true' = any (coalesce(reloptions, '{}'))`,
    ),
  ).toEqual([]);
});

test('every security definer function has a fixed search path', async () => {
  expect(
    await names(
      `select proname as name from pg_proc
       where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and prosecdef and not 'search_path=""' = any (coalesce(proconfig, '{}'))`,
    ),
  ).toEqual([]);
});

test('no function with a parsed body uses the row type of a table, which could then not be altered', async () => {
  expect(
    await names(
      `select distinct objid::regprocedure::text as name
       from pg_depend
       join pg_proc on classid = 'pg_proc'::regclass and pg_proc.oid = objid and prosqlbody is not null
       join pg_type on refclassid = 'pg_type'::regclass and pg_type.oid = refobjid
       join pg_class on pg_class.oid = typrelid and relkind in ('r', 'p', 'v')
       where pronamespace in ('public'::regnamespace, 'private'::regnamespace)`,
    ),
  ).toEqual([]);
});

test('every table, view and function has a comment, from which docs/schema.md is generated', async () => {
  expect(
    await names(
      `select oid::regclass::text as name from pg_class
       where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind in ('r', 'v') and obj_description(oid, 'pg_class') is null
       union all
       select oid::regprocedure::text from pg_proc
       where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and obj_description(oid, 'pg_proc') is null`,
    ),
  ).toEqual([]);
});

test('every function, table and view named in a function’s text exists', async () => {
  expect(
    await names(
      `select distinct format('%s: %s.%s', pg_proc.oid::regprocedure, found[1], found[2]) as name
       from pg_proc, regexp_matches(prosrc, '\\m(public|private)\\.([a-z_]+)\\M(?!%)', 'g') found
       where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
         and not exists (select from pg_proc named where named.pronamespace = found[1]::regnamespace and named.proname = found[2])
         and to_regclass(format('%I.%I', found[1], found[2])) is null`,
    ),
  ).toEqual([]);
});

const executable = (role: string, schema: string) =>
  names(
    `select proname as name from pg_proc
     where pronamespace = $2::regnamespace and prorettype <> 'trigger'::regtype and has_function_privilege($1, oid, 'execute') order by 1`,
    [role, schema],
  );

test('each role can execute exactly the listed functions', async () => {
  expect(await executable('anon', 'public')).toEqual(['read_brand', 'read_brand_logo', 'read_invitation']);
  expect(await executable('anon', 'private')).toEqual([]);
  expect(await executable('authenticated', 'public')).toEqual([
    'accept_invitation',
    'activity_feed',
    'add_do_not_contact',
    'add_removal_requests',
    'approve_rest',
    'approved_lead_values',
    'approved_leads_without',
    'ask_for_colleague',
    'audience_names',
    'audience_totals',
    'begin_invitation_email',
    'begin_review_email',
    'cancel_hand_off',
    'choose_emails',
    'comment_counts',
    'company_history',
    'company_leads',
    'company_totals',
    'confirm_invitation_email',
    'confirm_review_email',
    'continue_hand_off',
    'count_approved_leads_without',
    'count_companies',
    'count_companies_among',
    'count_custom_values',
    'count_do_not_contact',
    'count_handed_off',
    'count_leads',
    'count_leads_among',
    'count_missing_fields',
    'create_review_link',
    'customer_progress',
    'customer_report',
    'decide_suggestion',
    'decide_version',
    'decisions_per_week',
    'decline_colleague_request',
    'delete_rows',
    'dismiss_attention',
    'duplicate_campaign',
    'end_my_session',
    'extend_review_link',
    'finish_hand_off',
    'hand_off_progress',
    'import_rows',
    'lead_company',
    'lead_hand_offs',
    'lead_history',
    'lead_totals',
    'leads_of_rejected_companies',
    'list_deliveries',
    'longest_lead_values',
    'mark_comments_read',
    'my_colleague_requests',
    'my_emails',
    'my_review_link',
    'my_sessions',
    'needs_attention',
    'preview_duplicates',
    'preview_hand_off',
    'preview_news',
    'preview_updates',
    'read_brand',
    'read_brand_logo',
    'read_invitation',
    'recent_deletions',
    'rejections_by_audience',
    'remove_custom_values',
    'remove_do_not_contact',
    'renew_invitation',
    'reorder_steps',
    'request_review',
    'reset_second_factor',
    'restore_deleted',
    'restore_preview',
    'restore_version',
    'revoke_review_link',
    'save_brand',
    'saved_mapping',
    'search_campaigns',
    'search_companies',
    'search_customers',
    'search_do_not_contact',
    'search_leads',
    'search_users',
    'send_again',
    'start_hand_off',
    'step_feedback',
    'store_hand_off_results',
    'suggest_wording',
    'suppressed_leads',
    'system_version',
    'take_back_decision',
    'tell_customer',
    'undo_company_decisions',
    'undo_hand_off_results',
    'undo_import',
    'undo_lead_decisions',
    'undo_preview',
    'user_names',
    'users_with_second_factor',
    'void_hand_off',
    'waiting_rows',
  ]);
  const ofAll = await executable('authenticated', 'public');
  expect((await executable('service_role', 'public')).filter((name) => !ofAll.includes(name))).toEqual([
    'begin_review_code',
    'begin_review_session',
    'complete_hand_off',
    'fail_job',
    'hand_off_of_job',
    'leads_to_hand_off',
    'open_review_link',
    'queue_deliveries',
    'read_delivery',
    'redeem_review_code',
    'release_job',
    'settle_delivery',
    'store_hand_off_files',
    'store_hand_off_rows',
    'stored_hand_off_rows',
    'take_delivery',
    'take_job',
    'unsubscribe',
  ]);
  expect(await executable('authenticated', 'private')).toEqual([
    'caller_id',
    'clean_email',
    'collapse_spaces',
    'company_sort_key',
    'custom_keys',
    'custom_shape',
    'decode_percent',
    'domain_key',
    'email_key',
    'fold_text',
    'guest_audience',
    'guest_campaign_customer_id',
    'guest_company_ids',
    'guest_customer_id',
    'has_text',
    'host_key',
    'index_key',
    'invitation_expiry',
    'is_active_customer',
    'is_admin',
    'is_custom',
    'is_custom_key',
    'is_email',
    'is_placeholder_email',
    'is_platform',
    'is_plausible_date',
    'is_shared_domain',
    'linkedin_key',
    'my_approval_customer_ids',
    'my_customer_ids',
    'my_review_customer_ids',
    'name_sort_key',
    'parent_domains',
    'plain_name',
    'require_length',
    'require_size',
    'search_text',
    'stored_email',
    'text_key',
    'time_after',
    'visible_text',
    'word_pattern',
    'words_of',
  ]);
});

test('public, anon and the server’s login role have no right on any table', async () => {
  for (const role of ['public', 'authenticator', 'anon']) {
    expect(
      await names(
        `select distinct table_schema || '.' || table_name as name from information_schema.role_table_grants
         where lower(grantee) = $1 and table_schema in ('public', 'private', 'auth')`,
        [role],
      ),
    ).toEqual([]);
  }
});

test('no role of the API has a right on a table or view of schema private', async () => {
  for (const role of ['anon', 'authenticated', 'service_role']) {
    expect(
      await names(
        `select relname as name from pg_class
         where relnamespace = 'private'::regnamespace and relkind in ('r', 'v', 'm', 'p')
           and (has_table_privilege($1, oid, 'select, insert, update, delete') or has_any_column_privilege($1, oid, 'select, insert, update'))`,
        [role],
      ),
    ).toEqual([]);
  }
});

test('only customer_users references profiles, so that embedding is never ambiguous', async () => {
  expect(
    await names(
      `select conrelid::regclass || '.' || attname as name
       from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any (conkey)
       where contype = 'f' and confrelid = 'public.profiles'::regclass`,
    ),
  ).toEqual(['customer_users.user_id']);
});

test('every foreign key to a customer, a campaign or an import has an index', async () => {
  expect(
    await names(
      `select conrelid::regclass || '.' || conname as name from pg_constraint
       where contype = 'f' and connamespace = 'public'::regnamespace
         and confrelid in ('public.customers'::regclass, 'public.campaigns'::regclass, 'public.imports'::regclass)
         and not exists (select from pg_index where indrelid = conrelid and indkey[0] = conkey[1])`,
    ),
  ).toEqual([]);
});

const OF_CUSTOMERS = `pg_class
  join pg_attribute owner on owner.attrelid = pg_class.oid and owner.attname = 'customer_id' and not owner.attisdropped
  where relkind = 'r' and relnamespace in ('public'::regnamespace, 'private'::regnamespace)`;

test('autovacuum follows every table of customers by settings of its own', async () => {
  expect((await names(`select relname as name from ${OF_CUSTOMERS}`)).length).toBeGreaterThan(30);
  expect(
    await names(
      `select relname as name from ${OF_CUSTOMERS}
         and not coalesce(reloptions, '{}') @> '{autovacuum_analyze_threshold=500,autovacuum_analyze_scale_factor=0.02}'`,
    ),
  ).toEqual([]);
});

test('statistics know one value of each column that says whose rows they are, so that others are expected to be average', async () => {
  const columns = `select relname || '.' || known.attname as name, known.attstattarget as target
    from (select pg_class.oid, relname from ${OF_CUSTOMERS}) owned
    join pg_attribute known on known.attrelid = owned.oid
    where known.attname = any ('{customer_id,import_id,hand_off_id,campaign_id,version_id,audience}')`;
  expect((await names(columns)).length).toBeGreaterThan(60);
  expect(await names(`select name from (${columns}) known where target is distinct from 1`)).toEqual([]);
});

test('the values at a decision are kept of every field that can be edited, and their trigger compares the same fields', async () => {
  const fields = `select relname, attname, encode(tgargs, 'escape') as named, pg_get_triggerdef(pg_trigger.oid) as trigger
    from pg_trigger join pg_class on pg_class.oid = tgrelid join pg_attribute on attrelid = tgrelid
    where tgname = 'set_values_of_decision' and attnum > 0 and not attisdropped and attgenerated = ''
      and attname <> all ('{id,customer_id,audience,is_approved,profile_picture_url,import_id,created_at,updated_at,decided_at,decided_by,decided_values,
        rejection_reason_id,rejection_note,duplicate_of,duplicate_keys,is_separate}')`;
  expect((await names(`select attname as name from (${fields}) field`)).length).toBeGreaterThan(20);
  expect(
    await names(
      `select relname || '.' || attname as name from (${fields}) field
       where position(attname || E'\\\\000' in named) = 0 or position(format('(new.%1$s IS DISTINCT FROM old.%1$s)', attname) in trigger) = 0`,
    ),
  ).toEqual([]);
});

test('no function creates another: what runs is text in supabase/schemas', async () => {
  const creating = (text: string) =>
    names(`select proname as name from pg_proc where pronamespace = 'private'::regnamespace and prosrc ~* '${text}'`);
  expect(await creating('create (or replace )?(function|trigger|view)')).toEqual([]);
  expect((await creating('truncate')).length).toBeGreaterThan(1);
});

test('the activity names every column that can change, except those that triggers and the order of rows set', async () => {
  const recorded = `select relname, attname, prosrc, encode(tgargs, 'escape') as named
    from pg_trigger join pg_proc on pg_proc.oid = tgfoid join pg_class on pg_class.oid = tgrelid join pg_attribute on attrelid = tgrelid
    where tgname = 'record_update' and proname <> all ('{record_entries,record_agency_entries,record_custom_fields}')
      and attnum > 0 and not attisdropped and attgenerated = '' and attname <> case relname when 'user_roles' then 'user_id' else 'id' end
      and attname <> all ('{updated_at,decided_at,decided_by,decided_values,position}')`;
  expect((await names(`select distinct relname as name from (${recorded}) recorded`)).length).toBe(9);
  expect(
    await names(
      `select relname || '.' || attname as name from (${recorded}) recorded
       where prosrc !~ format('n\\.%1$s is distinct from o\\.%1$s( and n.is_approved is false)? then ''%1$s''', attname)
         and named !~ format('000{([a-z_]+,)*%s(,[a-z_]+)*}', attname)`,
    ),
  ).toEqual([]);
});
