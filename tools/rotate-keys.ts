// In charge of `npm run rotate-keys`: adds a key that signs from now on. The others stay and verify what they have signed, so nobody is signed out.
import { readConfig } from '#server/config.ts';
import { addSigningKey } from '#server/signing-keys.ts';
import { accountsOf, withOwner } from './open-database.ts';

withOwner(readConfig(process.env), (owner) => addSigningKey(accountsOf(owner))).then(
  () => console.log('A new key signs from now on; servers that run have heard of it.'),
  (error: Error) => {
    console.error(`Leadlight: ${error.message.replaceAll('\n', '; ')}`);
    process.exitCode = 1;
  },
);
