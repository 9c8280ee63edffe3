// The number of runs of each property, from PROPERTY_RUNS.
import fc from 'fast-check';

const numRuns = Number(process.env.PROPERTY_RUNS);
// With NaN, fast-check runs no property and reports none as failed, also in the later files of the worker.
if (!(numRuns > 0)) throw new Error(`PROPERTY_RUNS must be a positive number, not ${process.env.PROPERTY_RUNS}`);
fc.configureGlobal({ numRuns });
