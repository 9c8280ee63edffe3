// In charge of `npm run service-key`: prints a token for the back end's own role, which may do everything. Whoever holds it needs no password.
import { SignJWT } from 'jose';
import { readConfig } from '#server/config.ts';
import type { Owner } from '#server/database/owner.ts';
import { ALGORITHM, createMissingKeys, readSigningKeys } from '#server/signing-keys.ts';
import { accountsOf, withOwner } from './open-database.ts';

const LIFE = '10 years';

async function mint(owner: Owner): Promise<string> {
  await createMissingKeys(accountsOf(owner));
  const [newest] = await readSigningKeys(accountsOf(owner));
  if (!newest) throw new Error('there is no key to sign with');
  return new SignJWT({ role: 'service_role' })
    .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT', kid: newest.kid })
    .setIssuer('leadlight')
    .setIssuedAt()
    .setExpirationTime(LIFE)
    .sign(newest.privateKey);
}

withOwner(readConfig(process.env), mint).then(
  (token) => console.log(token),
  (error: Error) => {
    console.error(`Leadlight: ${error.message.replaceAll('\n', '; ')}`);
    process.exitCode = 1;
  },
);
