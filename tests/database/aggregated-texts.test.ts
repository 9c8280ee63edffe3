// A function or view that makes one value of many rows holds it in memory as a whole. Each is named here with what bounds it.
import { expect, test } from 'vitest';
import { setUpWorld } from './world.ts';

const world = setUpWorld();

const words = (text: string) => text.trim().split(/\s+/);

const BOUNDS: Record<string, string[]> = {
  'the steps of one campaign or version: 1,000 of 4 MB': words(
    'private.steps_hash private.content_hash private.steps_of private.steps_to_hand_off public.restore_version',
  ),
  'ids and keys of at most 10,000 rows that the caller names, or of its customers': words(`
    private.lock_campaign private.require_list private.require_approver private.require_link_sender private.require_reviewer private.undo_decisions public.waiting_rows private.scope public.reorder_steps private.approved_leads_with private.do_not_contact_matches
    private.suppressed_of private.suppressed_condition public.count_handed_off private.erased_condition private.check_leads_for_hand_off private.duplicates_to_hand_off public.search_campaigns public.search_customers public.search_users
    public.user_names private.lead_values private.values_for_hand_off private.hand_off_page public.approved_lead_values public.delete_rows
    public.customer_progress private.company_scope private.digest_of_delivery private.discussions private.news_readers`),
  'names of at most 21 customers and campaigns in each group': ['private.digest_groups'],
  'ids of customers whose deadline is within a week, and of the accounts with one address': ['private.due_reviews'],
  'the addresses of the emails of a day, which are deleted 30 days later': ['public.queue_deliveries'],
  'ids of 10,000 events and their customers, and 200 characters of 2,000 comments and suggestions': words(
    'private.queue_events private.comments_of_delivery public.preview_news',
  ),
  'a search term of at most 200 characters, or one text': words(
    'private.search_conditions private.search_text private.decode_percent private.linkedin_key private.parent_domains private.clean_email',
  ),
  'names of columns, tables and fields': words(`
    private.custom_keys private.part_of
    private.added_counts public.longest_lead_values public.leads_to_hand_off public.stored_hand_off_rows`),
  'the body of one request: 4 MB of rows, 5,000 of them': words(`
    private.add_internal_values private.import_companies private.import_duplicates private.import_leads private.match_rows private.plan_updates
    private.record_duplicates private.record_matches private.reject_rows private.skipped_rows private.store_chunk private.stored_rows
    private.suppressed_rows private.write_fields public.preview_duplicates public.preview_updates private.results_in_rows private.suppress_contacts
    private.removal_requests private.change_matches private.field_turns private.later_matches public.store_hand_off_rows public.store_hand_off_results
    public.add_removal_requests public.complete_hand_off public.add_do_not_contact public.restore_preview`),
  'the ids, decisions and notes of 500 characters of the rows that one statement changes within its time': words(`
    private.record_rows private.record_updates private.record_companies_update
    private.record_leads_update private.record_rejection_reasons
    private.record_user_roles private.record_comment_events private.record_suggestion_events private.add_decisions
    private.set_decided_values private.follow_decisions private.flag_by_entries private.flag_by_agency_entries private.flag_suppressed_leads
    private.flag_decided_leads private.suppressed_hand_offs private.count_results private.repeated_leads private.update_result_counters private.record_entries
    private.record_agency_entries private.record_custom_fields private.settle_after_deletion private.settle_duplicates_of public.undo_hand_off_results`),
  'a thousand rows at a time': words(`
    private.insert_deleted public.restore_deleted private.restore_values private.remove_imported_companies private.remove_imported_leads
    private.remove_old_decisions public.remove_custom_values public.approve_rest`),
  'ids of counters, which are merged': words(
    'private.merge_company_counters private.merge_decision_counters private.merge_lead_counters private.merge_result_counters',
  ),
  'a page: at most 1,000 names of 100 characters, 50 of a part of a report, 100 entries of a history, 10 examples, 1,000 comments':
    words(
      'public.audience_names public.customer_report public.lead_history public.undo_preview private.search_rows public.approved_leads_without private.filter_conditions private.unread_comments',
    ),
};

/** Functions and views with an aggregate whose value grows with its rows. */
const AGGREGATING = String.raw`
  select name from (
    select pronamespace::regnamespace || '.' || proname as name, concat(prosrc, pg_get_function_sqlbody(oid)) as source
    from pg_proc where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
    union all
    select relnamespace::regnamespace || '.' || relname, pg_get_viewdef(oid)
    from pg_class where relkind in ('v', 'm') and relnamespace in ('public'::regnamespace, 'private'::regnamespace)
  ) sources
  where source ~* '\m(jsonb?_agg|jsonb?_object_agg|string_agg|array_agg|xmlagg)\M|\marray\s*\(\s*select\M'
  order by 1`;

test('every function and view that makes one value of many rows is named with its bound', async () => {
  await world.transaction(async ({ query }) => {
    const find = async () => (await query<{ name: string }>(AGGREGATING)).map(({ name }) => name);
    expect([...new Set(await find())]).toEqual(Object.values(BOUNDS).flat().sort());
    await query(
      `create view public.all_comments as select customer_id, string_agg(body, ' ') from public.comments group by 1`,
    );
    expect(await find()).toContain('public.all_comments');
  });
});
