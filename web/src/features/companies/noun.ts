import type { Noun } from '../bulk/verdict.ts';

export const COMPANY: Noun = { one: 'company', many: 'companies' };
