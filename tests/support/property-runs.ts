// In charge of how often each property is tried where more is asked for than usual: PROPERTY_RUNS, as `npm run trust -- fuzz` sets it.
import fc from 'fast-check';

fc.configureGlobal({ numRuns: Number(process.env.PROPERTY_RUNS) });
