// Entry point on a hosted project (Deno).
import { endpoint } from '../endpoint.ts';
import { report, rowApi } from '../project.ts';
import { importCsvData } from './handler.ts';

Deno.serve(endpoint(importCsvData(rowApi), report));
