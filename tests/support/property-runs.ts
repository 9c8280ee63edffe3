// The number of runs of each property, from PROPERTY_RUNS (set by `npm run trial -- fuzz`).
import fc from 'fast-check';

fc.configureGlobal({ numRuns: Number(process.env.PROPERTY_RUNS) });
