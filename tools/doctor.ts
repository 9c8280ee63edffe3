// In charge of `npm run doctor`: looks at everything that Leadlight stands on and says what to do about what is not well. Ends with code 1 where something is wrong.
import { type Config, InvalidConfig, readConfig } from '#server/config.ts';
import { findDataDir } from '#server/database/embedded/data-dir.ts';
import { lookAtDatabase, lookAtPooler } from './doctor/database.ts';
import { type Finding, wrong } from './doctor/finding.ts';
import { lookAtDisk, lookAtMail, lookAtSite, lookAtWebApp } from './doctor/machine.ts';
import { hasDatabase, withDatabase } from './open-database.ts';

const SIGNS = { well: '✓', look: '!', wrong: '✗' };

async function findings(): Promise<Finding[]> {
  try {
    const config = settled(readConfig(process.env));
    const unopened = (error: Error) => [wrong('database', error.message, 'nothing else of it can be looked at before')];
    const database = hasDatabase(config) ? await withDatabase(config, lookAtDatabase).catch(unopened) : [UNMADE];
    return [
      ...database,
      ...(await lookAtPooler(config)),
      lookAtDisk(config),
      await lookAtMail(config),
      lookAtSite(config),
      lookAtWebApp(),
    ];
  } catch (error) {
    if (!(error instanceof InvalidConfig)) throw error;
    return error.message.split('\n').map((line) => wrong('environment', line, 'correct the variable, and look again'));
  }
}

/** The embedded database may live elsewhere than was wanted. */
const settled = (config: Config): Config =>
  config.DATABASE_URL ? config : { ...config, DATA_DIR: findDataDir(config.DATA_DIR) };

const UNMADE = wrong('database', 'there is none yet', 'start the server once: npm start');

const found = await findings();
for (const { about, state, says, advice } of found) {
  console.log(`${SIGNS[state]} ${about}: ${says}${advice ? `\n    ${advice}` : ''}`);
}
process.exitCode = found.some(({ state }) => state === 'wrong') ? 1 : 0;
