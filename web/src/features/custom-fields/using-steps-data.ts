import { queryOptions } from '@tanstack/react-query';
import { sentText } from '#domain/campaign/lint.ts';
import { findVariableUses } from '#domain/campaign/message.ts';
import { readData, rows } from '@/lib/rows.ts';
import { fieldsKey } from './data.ts';

/** The campaign steps whose messages use a field of leads as a variable. */
export const usingSteps = (customerId: string, key: string) =>
  queryOptions({
    queryKey: [...fieldsKey, customerId, 'steps', key],
    queryFn: async ({ signal }) => {
      const pattern = `like."*{{*${key}*}}*"`;
      const data = await readData(
        rows
          .from('campaign_steps')
          .select('id, step_number, step_type, delay_days, subject, message_content, campaigns(name)')
          .eq('customer_id', customerId)
          .or(`message_content.${pattern},subject.${pattern}`)
          .order('campaign_id')
          .order('step_number'),
        signal,
      );
      return data.filter((step) => findVariableUses(sentText(step), new Set([key])).size > 0);
    },
    staleTime: 0,
  });
