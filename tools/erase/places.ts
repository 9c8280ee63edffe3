// In charge of where a person stands by their address, and what becomes of it there.
import { isAddress, namesAddress, namesAddressInJson } from './address.ts';

const REFUSED = `${namesAddressInJson('cells')} or ${namesAddress('error')}`;
const THEIR_ACCOUNTS = `select id from auth.users where ${isAddress('email')}`;

/** Each with its statement, in an order in which none takes along what a later one counts. */
export const PLACES = [
  ['leads', 'delete from public.leads where email_key = private.index_key(private.text_key($1))'],
  [
    'answers to imports',
    `with about as materialized (
       select import_id, "row" from public.import_errors where ${REFUSED}
       union
       select import_id, (told ->> 'row')::int
       from public.import_chunks, jsonb_array_elements(answer -> 'errors') told
       where ${namesAddress(`(told ->> 'error')`)}
     ), cleaned as (
       select chunk.import_id, chunk.first_row,
         coalesce(jsonb_agg(told order by place) filter (where about."row" is null), '[]') as errors
       from public.import_chunks chunk
       cross join jsonb_array_elements(answer -> 'errors') with ordinality each (told, place)
       left join about on about.import_id = chunk.import_id and about."row" = (told ->> 'row')::int
       group by chunk.import_id, chunk.first_row
       having count(about."row") > 0
     )
     update public.import_chunks chunk set answer = jsonb_set(answer, '{errors}', errors)
     from cleaned where cleaned.import_id = chunk.import_id and cleaned.first_row = chunk.first_row`,
  ],
  ['refused rows of imports', `delete from public.import_errors where ${REFUSED}`],
  ['invitations', `delete from public.invitations where ${isAddress('email')}`],
  ['sign-ons under way', `delete from auth.saml_relay_states where ${isAddress('for_email')}`],
  [
    'sign-ins under way',
    `delete from auth.flow_state where user_id in (${THEIR_ACCOUNTS}) or linking_target_id in (${THEIR_ACCOUNTS})
       or ${isAddress(`linking_account ->> 'email'`)}`,
  ],
  ['accounts', `delete from auth.users where ${isAddress('email')}`],
  [
    'tokens of letters for other accounts',
    `delete from auth.one_time_tokens token using auth.users account
     where account.id = token.user_id
       and (${isAddress('relates_to')} or ${isAddress('account.email_change')} and token.token_type::text like 'email_change%')`,
  ],
  [
    'changes of address of other accounts',
    `update auth.users set email_change = '', email_change_confirm_status = 0 where ${isAddress('email_change')}`,
  ],
] as const;

/** Ways into accounts that have another address; answers whose each was. */
export const FOREIGN_IDENTITIES = `delete from auth.identities
  where ${isAddress(`identity_data ->> 'email'`)} or ${isAddress('provider_id')} returning user_id`;
