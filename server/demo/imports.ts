// Imports of the demo: files of companies and of the leads who work for them, with duplicates and errors.
import { randomUUID } from 'node:crypto';
import { rowReader } from '#domain/import/rows.ts';
import type { ColumnMapping } from '#domain/import/targets.ts';
import { addActivity, type Owner, type Tables } from './tables.ts';
import { isoTime } from './timeline.ts';

const leadColumns: ColumnMapping = {
  'Full Name': 'name',
  Title: 'title',
  Company: 'company',
  Email: 'email',
  'Mobile Phone': 'phone',
  Location: 'location',
  'LinkedIn URL': 'linkedin_profile_url',
};
const companyColumns: ColumnMapping = {
  'Company Name': 'name',
  Website: 'website',
  Industry: 'industry',
  '# Employees': 'employee_count',
  Headquarters: 'location',
};

/** Rows that the import rejects. */
const brokenRows = [
  ['Jonas Weidner', 'Head of Sales', 'Kupferhof', 'jonas.weidner@', '', 'Berlin, Germany', ''],
  ['', 'Office Manager', 'Elmstead Group', 'info@elmstead.example', '', 'Bristol, United Kingdom', ''],
  ['Marta Soler', 'COO', 'Casa Solana', 'marta@solana.example; office@solana.example', '', 'Valencia, Spain', ''],
  ['Erik Dahl', 'CFO', 'Vinterby', '', '+46 70 1740612', 'Malmö, Sweden', 'see CRM'],
  ['Claire Perrin', 'Directrice commerciale', 'Ardoise', 'claire.perrin(at)ardoise.example', '', 'Lyon, France', ''],
  ['', '', 'Northfork Telecom', 'sales@northfork.example', '+1 555 555 0142', 'Denver, Colorado', ''],
  ['Tomasz Gajda', 'Operations Lead', 'Jantar', 'tomasz gajda@jantar.example', '', 'Gdańsk, Poland', ''],
  ['Sanne Bakker', 'Import Manager', 'Veerhuis', 'ask Ruben', '', 'Ghent, Belgium', ''],
];

type ImportedFile = {
  customer: Owner;
  type: 'leads' | 'companies';
  file: string;
  audience: string | null;
  by: string;
  time: number;
  rows: number;
  companiesCreated?: number;
  duplicates?: number;
  errors?: number;
};

/** Adds an import and its errors. Returns the columns of its rows that follow from it, by the row's place. */
export function addImport(tables: Tables, options: ImportedFile) {
  const { customer, type, file, audience, by, time, rows, companiesCreated = 0, duplicates = 0, errors = 0 } = options;
  const id = randomUUID();
  const created_at = isoTime(time);
  const mapping = type === 'leads' ? leadColumns : companyColumns;
  const columns = Object.keys(mapping);
  const total = rows + duplicates + errors;
  const read = rowReader(type, columns, mapping);

  // Every ninth row of the file is broken, until all are.
  const failed = Array.from({ length: errors }, (_, index) => {
    const cells = brokenRows[(tables.import_errors.length + index) % brokenRows.length] ?? [];
    const outcome = read({ cells, isClosed: true });
    return { row: 10 + 9 * index, error: 'error' in outcome ? outcome.error : '', cells };
  });
  const result = { successful_rows: rows, duplicate_rows: duplicates, error_rows: errors };
  tables.imports.push({
    id,
    customer_id: customer.id,
    file_name: file,
    import_type: type,
    audience,
    created_by: by,
    created_at,
    columns,
    total_rows: total,
    ...result,
    companies_created: companiesCreated,
    undone_at: null,
    undone_by: null,
    removed_leads: 0,
    removed_companies: 0,
    remaining_leads: null,
    remaining_companies: null,
  });
  tables.import_chunks.push({
    customer_id: customer.id,
    import_id: id,
    first_row: 2,
    hash: randomUUID(),
    created_at,
    answer: {
      importId: id,
      totalRows: total,
      successfulRows: rows,
      duplicateRows: duplicates,
      errorRows: errors,
      errors: failed.map(({ row, error }) => ({ row, error })),
      companiesCreated,
    },
  });
  for (const row of failed) tables.import_errors.push({ ...row, customer_id: customer.id, import_id: id, created_at });
  addActivity(tables, time, { actor: by, customer, action: 'insert', subject: 'imports', ids: [id] });

  const numbers = Array.from({ length: total }, (_, index) => index + 2).filter(
    (number) => !failed.some(({ row }) => row === number),
  );
  return (place: number) => ({
    customer_id: customer.id,
    import_id: id,
    created_at: isoTime(time, numbers[place] ?? 2),
    updated_at: created_at,
  });
}

/** Adds an import that was undone 25 minutes later. */
export function addUndoneImport(tables: Tables, options: ImportedFile): void {
  addImport(tables, options);
  const time = options.time + 25 * 60_000;
  const stored = tables.imports.at(-1) ?? {};
  Object.assign(stored, {
    undone_at: isoTime(time),
    undone_by: options.by,
    removed_leads: options.rows,
    remaining_leads: 0,
    remaining_companies: 0,
  });
  const { customer, by } = options;
  addActivity(tables, time, {
    actor: by,
    customer,
    action: 'update',
    subject: 'imports',
    ids: [String(stored.id)],
    changed: ['undone_at'],
  });
}
