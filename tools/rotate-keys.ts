// `npm run rotate-keys`: adds a signing key. The others still verify, so no one is signed out.
import { readConfig } from '#server/config.ts';
import { addSigningKey } from '#server/signing-keys.ts';
import { ownerAccounts, runCommand, withOwner } from './open-database.ts';

runCommand(async () => {
  await withOwner(readConfig(process.env), (owner) => addSigningKey(ownerAccounts(owner)));
  console.log('Added a signing key. Running servers use it within seconds.');
});
