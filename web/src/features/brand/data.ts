import { queryOptions } from '@tanstack/react-query';
import type { Brand } from '#domain/brand.ts';
import { readData, rows } from '@/lib/rows.ts';

export const brandQuery = queryOptions({
  queryKey: ['brand'],
  queryFn: async ({ signal }): Promise<Brand | null> => (await readData(rows.rpc('read_brand'), signal))[0] ?? null,
});

export type BrandChange = {
  name: string;
  accent: string;
  senderName: string;
  footer: string;
  /** In base64; null: none. Undefined: as it is. */
  logo: string | null | undefined;
};

/** Saves the brand and returns it as it is stored. */
export async function saveBrand({ senderName, logo, ...texts }: BrandChange): Promise<Brand | null> {
  const stored = { ...texts, sender_name: senderName, keeps_logo: logo === undefined };
  await readData(rows.rpc('save_brand', logo ? { ...stored, logo } : stored));
  return (await readData(rows.rpc('read_brand')))[0] ?? null;
}
