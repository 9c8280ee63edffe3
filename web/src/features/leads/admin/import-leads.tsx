import { paths } from '../../../paths.ts';
import { ImportWizard } from '../../import/import-wizard.tsx';
import { NO_FILTERS, writeFilters } from '../filters.ts';

export type ImportLeadsProps = { customerId: string | null; onClose: () => void };

/** The import wizard for leads; its rows are the newest of their customer and audience. */
export function ImportLeads({ customerId, onClose }: ImportLeadsProps) {
  return (
    <ImportWizard
      importType="leads"
      customerId={customerId}
      onClose={onClose}
      importedRows={(order) => {
        const filters = { ...NO_FILTERS, customerId: order.customerId, audience: order.audience || null };
        return `${paths.adminLeads}?${writeFilters(new URLSearchParams(), filters)}`;
      }}
    />
  );
}
