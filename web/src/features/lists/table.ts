import type { LucideIcon } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import type { CustomField, WithCustom } from '#domain/custom-fields.ts';
import type { Noun } from '@/lib/format.ts';
import type { TableName } from '@/lib/list-keys.ts';
import type { SelectedRow } from '@/lib/selected-row.ts';
import type { ColumnLayout } from '@/ui/list/columns.ts';
import type { ReadPage } from './list-data.ts';
import type { Sort } from './status.ts';

/** The description of a table for lists, bulk actions and messages. */
export type ReviewTable = {
  name: TableName;
  noun: Noun;
  /** The fields that the search covers, as named in its label. */
  searchFields: readonly string[];
  /** The orders of the list; the first is the usual one. */
  sorts: readonly Sort[];
  /** The rows have an audience, which can be filtered by and assigned. */
  hasAudience: boolean;
  /** Shown when there are no rows. */
  icon: LucideIcon;
};

/** The columns that the lists of both tables share. Includes those of the page cursor. */
export type ReviewRow = SelectedRow<
  TableName,
  'id, customer_id, name, is_approved, rejection_reason_id, decided_values, duplicate_of, is_separate, created_at, customers(name)'
> &
  WithCustom;

/** The parts of a list besides the columns of its table. */
export type ListKind = {
  /** The customer of each row: there may be rows of several. */
  namesCustomer: boolean;
  /** Checkboxes and the reasons of rejections. */
  isAdmin: boolean;
  /** Chosen custom fields: columns, or a line of a card. */
  fields: readonly CustomField[];
};

export type ReviewColumn<Row> = Omit<ColumnLayout, 'width' | 'narrowWidth' | 'widestWidth'> & {
  /** Shown only where a list may have rows of several customers. */
  namesCustomer?: boolean;
} & (
    | { text: (row: Row) => string | null; render?: undefined; measure?: undefined }
    | {
        text?: undefined;
        render: (row: Row, kind: ListKind) => ReactNode;
        /** The space that a row needs, in characters. */
        measure: (row: Row) => number;
      }
  );

export type PanelProps = {
  table: ReviewTable;
  id: string;
  /** The rows of the list beside it, in its order. */
  rows: readonly ReviewRow[];
  /** Whether the list is still loading what the panel shows of the row too, which would move what is below it: it is shown afterwards. */
  isHeld: boolean;
  onMove: (id: string) => void;
  onClose: () => void;
};

/** A table with the columns of its list. The list itself adds the checkbox and the approval. */
export type ListTable<Row extends ReviewRow> = ReviewTable & {
  readPage: ReadPage<Row>;
  columns: readonly ReviewColumn<Row>[];
  /** Everything about one row, beside the list. */
  Panel: ComponentType<PanelProps>;
  /** Shown to administrators beside the approval. */
  renderAction?: (row: Row) => ReactNode;
};
