import { batchSizes } from '#domain/limits.ts';
import type { Setting } from '@/features/bulk/setting.ts';
import { rows } from '@/lib/rows.ts';

/** The audience of many leads. */
export const audienceSetting: Setting<string | null> = {
  size: batchSizes.audience,
  read: async (ids) => {
    const { data } = await rows.from('leads').select('id, value:audience').in('id', ids).retry(false).throwOnError();
    return data;
  },
  put: async (ids, audience, holding) => {
    const request = rows.from('leads').update({ audience }).in('id', ids);
    const only =
      holding && (holding.value === null ? request.is('audience', null) : request.eq('audience', holding.value));
    const { data } = await (only ?? request).select('id').throwOnError();
    return data.map(({ id }) => id);
  },
};
