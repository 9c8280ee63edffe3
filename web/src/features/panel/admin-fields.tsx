import { Link } from 'react-router';
import { paths } from '@/paths.ts';
import { FieldValue, linkClass } from './panel-parts.tsx';
import type { CompanyRecord, LeadRecord } from './record-data.ts';
import { texts } from './texts.ts';

/** The fields that only administrators see: the customer, and the import that created the row. */
export function AdminFields({ record }: { record: LeadRecord | CompanyRecord }) {
  const { customer_id, customers, import_id, imports, import_matches } = record;
  return (
    <>
      <FieldValue
        label={texts.fields.customer}
        value={
          <Link to={paths.adminCustomer.replace(':id', customer_id)} className={linkClass}>
            {customers.name}
          </Link>
        }
      />
      {import_matches.length > 0 && (
        <FieldValue
          label={texts.fields.alsoIn}
          value={
            <ul>
              {import_matches.map(({ import_id: id, imports: also }) => (
                <li key={id}>
                  <Link to={`${paths.adminImports}?import=${id}`} className={linkClass}>
                    {also?.file_name}
                  </Link>
                </li>
              ))}
            </ul>
          }
        />
      )}
      <FieldValue
        label={texts.fields.import}
        value={
          import_id && (
            <Link to={`${paths.adminImports}?import=${import_id}`} className={linkClass}>
              {imports?.file_name ?? import_id}
            </Link>
          )
        }
      />
    </>
  );
}
