import { runNamed } from '../tools/named.ts';

await runNamed(import.meta.dirname, 'trial');
