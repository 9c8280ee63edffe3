// `npm run adopt`: gives a hosted project with the schema before the initial migration that migration. Our own server does so when it starts.
import { readConfig } from '#server/config.ts';
import { adoptFormer } from '#server/database/setup/adopt.ts';
import { defaultRetries, openOwner, retryOnLock } from '#server/database/setup/owner.ts';
import { StartFailure } from '#server/database/setup/start-failure.ts';
import { runCommand } from './open-database.ts';

runCommand(async () => {
  const { DATABASE_URL: url } = readConfig(process.env);
  if (!url) throw new StartFailure('Set DATABASE_URL to the connection string of the project (role postgres).');
  const isAdopted = await retryOnLock(openOwner(url), adoptFormer, { ...defaultRetries, for: 'The adoption' });
  console.log(isAdopted ? 'The database has the initial migration.' : 'Nothing to do: no migration is replaced.');
});
