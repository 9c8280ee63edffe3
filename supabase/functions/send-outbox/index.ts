// Entry point on a hosted project (Deno), whose scheduler calls it with the service key. Our own server has server/deliveries.ts.
import { mailSettings, report, serviceApi } from '../project.ts';
import { worker } from '../worker.ts';
import { sendOutbox } from './handler.ts';

const functionsUrl = `${serviceApi.url}/functions/v1`;
Deno.serve(worker(serviceApi, sendOutbox({ ...mailSettings, functionsUrl, report }), report));
