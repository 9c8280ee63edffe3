import type { Noun } from '@/lib/format.ts';

export const COMPANY: Noun = { one: 'company', many: 'companies' };
