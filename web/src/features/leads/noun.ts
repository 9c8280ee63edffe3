import type { Noun } from '@/lib/format.ts';

export const LEAD: Noun = { one: 'lead', many: 'leads' };
