import type { Noun } from '../bulk/verdict.ts';

export const LEAD: Noun = { one: 'lead', many: 'leads' };
