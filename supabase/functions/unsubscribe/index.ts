// Entry point on a hosted project (Deno).
import { report, serviceApi, siteUrl } from '../project.ts';
import { unsubscribe } from './handler.ts';

Deno.serve(unsubscribe({ serviceApi, siteUrl, report }));
