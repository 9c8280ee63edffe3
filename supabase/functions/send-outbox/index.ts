// Entry point on a hosted project (Deno), whose scheduler calls it with the service key. Our own server has server/deliveries.ts.
import { mailSettings, report, serviceKey, url } from '../project.ts';
import { worker } from '../worker.ts';
import { sendOutbox } from './handler.ts';

const work = sendOutbox({ ...mailSettings, functionsUrl: `${url}/functions/v1`, report });
Deno.serve(worker({ url, serviceKey, report }, work));
