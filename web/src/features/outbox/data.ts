import { cursorArguments, pagedQuery } from '@/lib/keyset.ts';
import { type FunctionRow, readData, rows } from '@/lib/rows.ts';

export const STATES = ['waiting', 'dead', 'sent', 'skipped'] as const;

export type DeliveryState = (typeof STATES)[number];

export type Delivery = FunctionRow<'list_deliveries', 'attempted_at' | 'last_error' | 'ended_at'>;

export const outboxKey = ['outbox'] as const;

/** The emails of the outbox in this state, or all. */
export const deliveryList = (state: DeliveryState | null) =>
  pagedQuery([...outboxKey, state], (after, signal): Promise<Delivery[]> => {
    const page = cursorArguments(after);
    return readData(rows.rpc('list_deliveries', { ...(state && { wanted: state }), ...page }), signal);
  });

/** Sends a failed email again. Resolves with false if it has not failed, or not any more. */
export const sendAgain = ({ id }: Delivery): Promise<boolean> => readData(rows.rpc('send_again', { delivery: id }));
