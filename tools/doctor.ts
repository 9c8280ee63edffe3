// `npm run doctor`: checks the configuration, the database and the machine. Exits with 1 if something is wrong.
import { InvalidConfig, readConfig } from '#server/config.ts';
import { checkDatabase, checkPooler, readPublishableKey } from './doctor/database.ts';
import { type Diagnosis, failed } from './doctor/diagnosis.ts';
import { checkDisk, checkMail, checkWebApp } from './doctor/machine.ts';
import { checkSite } from './doctor/site.ts';
import { hasDatabase, runCommand, settled, withDatabase } from './open-database.ts';

const SIGNS = { ok: '✓', warning: '!', failed: '✗' };

async function diagnoses(): Promise<Diagnosis[]> {
  try {
    const config = settled(readConfig(process.env));
    const unopened = (error: Error) => [failed('database', error.message, 'correct this first, then run it again')];
    let publishableKey: string | undefined;
    const examine = async (url: string) => {
      publishableKey = await readPublishableKey(url);
      return checkDatabase(url);
    };
    const database = hasDatabase(config) ? await withDatabase(config, examine).catch(unopened) : [MISSING];
    return [
      ...database,
      ...(await checkPooler(config)),
      checkDisk(config),
      await checkMail(config),
      ...(await checkSite(config, publishableKey)),
      checkWebApp(),
    ];
  } catch (error) {
    if (!(error instanceof InvalidConfig)) throw error;
    return error.message
      .split('\n')
      .map((line) => failed('environment', line, 'correct the variable, then run it again'));
  }
}

const MISSING = failed('database', 'does not exist yet', 'start the server once: npm start');

runCommand(async () => {
  const found = await diagnoses();
  for (const { subject, status, message, advice } of found) {
    console.log(`${SIGNS[status]} ${subject}: ${message}${advice ? `\n    ${advice}` : ''}`);
  }
  process.exitCode = found.some(({ status }) => status === 'failed') ? 1 : 0;
});
