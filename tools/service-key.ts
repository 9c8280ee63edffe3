// `npm run service-key`: prints a token of the service role, which has all privileges.
import { SignJWT } from 'jose';
import { readConfig } from '#server/config.ts';
import type { Owner } from '#server/database/setup/owner.ts';
import { ALGORITHM, createMissingKeys, readSigningKeys } from '#server/signing-keys.ts';
import { ownerAccounts, runCommand, withOwner } from './open-database.ts';

const LIFE = '10 years';

async function mint(owner: Owner): Promise<string> {
  await createMissingKeys(ownerAccounts(owner));
  const [newest] = await readSigningKeys(ownerAccounts(owner));
  if (!newest) throw new Error('there is no key to sign with');
  return new SignJWT({ role: 'service_role' })
    .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT', kid: newest.kid })
    .setIssuer('leadlight')
    .setIssuedAt()
    .setExpirationTime(LIFE)
    .sign(newest.privateKey);
}

runCommand(async () => console.log(await withOwner(readConfig(process.env), mint)));
