// The rows of the demo by table, collected before they are inserted.
import { isoTime } from './timeline.ts';

type Row = Record<string, unknown>;

/** The customer to whom rows belong. */
export type Owner = { id: string; name: string };

export const tableNames = [
  'customers',
  'customer_users',
  'invitations',
  'imports',
  'import_chunks',
  'import_errors',
  'companies',
  'leads',
  'campaigns',
  'campaign_steps',
  'comments',
  'comment_reads',
  'activity',
] as const;

export type TableName = (typeof tableNames)[number];
export type Tables = Record<TableName, Row[]>;

export const emptyTables = () => Object.fromEntries(tableNames.map((name) => [name, []])) as unknown as Tables;

type Change = {
  actor: string;
  customer: Owner;
  action: 'insert' | 'update';
  subject: TableName;
  ids: string[];
  changed?: string[];
  values?: Row;
};

/** Records a change as the triggers do, with a date in the past. */
export function addActivity({ activity }: Tables, time: number, change: Change): void {
  const { actor, customer, action, subject, ids, changed, values } = change;
  activity.push({
    created_at: isoTime(time),
    actor_id: actor,
    customer_id: customer.id,
    customer_name: customer.name,
    action,
    subject,
    row_count: ids.length,
    row_ids: ids,
    changed_columns: changed ?? null,
    new_values: values ?? null,
  });
}
