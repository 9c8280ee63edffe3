// Reads sign-in providers from the environment: AUTH_OIDC_<NAME>_… and AUTH_SAML_<NAME>_….
import { readFileSync } from 'node:fs';

export type OidcProvider = {
  /** The name in requests, in lower case. */
  name: string;
  issuer: string;
  /** The first is used to sign in; ID tokens may be issued for any of them, such as a mobile app's. */
  clientIds: [string, ...string[]];
  clientSecret: string | undefined;
};

export type SamlProvider = {
  name: string;
  /** The identity provider's metadata document (XML). */
  metadata: string;
  /** The email domains that sign in there, in lower case. */
  domains: string[];
};

export type Providers = { oidc: OidcProvider[]; saml: SamlProvider[]; problems: string[] };

/** Issuers of well-known providers. Supabase Auth calls Microsoft `azure`. */
const ISSUERS: Record<string, string> = {
  GOOGLE: 'https://accounts.google.com',
  AZURE: 'https://login.microsoftonline.com/common/v2.0',
  LINKEDIN_OIDC: 'https://www.linkedin.com/oauth',
};

type Environment = Record<string, string | undefined>;

export function readProviders(env: Environment): Providers {
  const problems: string[] = [];
  const read = <T>(kind: Kind, build: (name: string, of: (setting: string) => string | undefined) => T | string) =>
    providerNames(env, kind).flatMap((name) => {
      const built = build(name, (setting) => env[`AUTH_${kind}_${name}_${setting}`]);
      if (typeof built !== 'string') return [built];
      problems.push(`AUTH_${kind}_${name}_${built}`);
      return [];
    });
  return { oidc: read('OIDC', oidcProvider), saml: read('SAML', samlProvider), problems };
}

/** The variables of a provider, AUTH_<kind>_<NAME>_<variable>, with their descriptions for docs/configuration.md. */
export const PROVIDER_VARIABLES = {
  OIDC: {
    ISSUER:
      'Issuer URL of an OpenID Connect provider, `https` only. Not needed for `GOOGLE`, `AZURE` (Microsoft) and `LINKEDIN_OIDC`.',
    CLIENT_ID:
      'Client id at the provider. Further ids, separated by commas, are accepted as the audience of ID tokens.',
    CLIENT_SECRET: 'Client secret at the provider.',
  },
  SAML: {
    METADATA_FILE: 'File with the metadata XML of a SAML identity provider.',
    DOMAINS: 'Email domains, separated by commas, whose users sign in at this provider. Required.',
  },
};

type Kind = keyof typeof PROVIDER_VARIABLES;

function providerNames(env: Environment, kind: Kind): string[] {
  const variables = Object.keys(PROVIDER_VARIABLES[kind]).join('|');
  const form = new RegExp(`^AUTH_${kind}_([A-Z][A-Z0-9_]*?)_(${variables})$`);
  const names = Object.keys(env).flatMap((key) => form.exec(key)?.[1] ?? []);
  return [...new Set(names)].sort();
}

function oidcProvider(name: string, of: (setting: string) => string | undefined): OidcProvider | string {
  const issuer = of('ISSUER') ?? ISSUERS[name];
  if (!issuer) return 'ISSUER: is required for a provider that is not well known';
  if (!isSafe(issuer)) return `ISSUER: '${issuer}' must be an https address`;
  const [clientId, ...others] = splitList(of('CLIENT_ID'));
  if (!clientId) return 'CLIENT_ID: is required';
  return { name: name.toLowerCase(), issuer, clientIds: [clientId, ...others], clientSecret: of('CLIENT_SECRET') };
}

/** Plain HTTP is allowed on loopback only. */
function isSafe(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname));
}

function samlProvider(name: string, of: (setting: string) => string | undefined): SamlProvider | string {
  const file = of('METADATA_FILE');
  if (!file) return 'METADATA_FILE: is required';
  const domains = splitList(of('DOMAINS')?.toLowerCase());
  if (domains.length === 0) return 'DOMAINS: is required, since the provider could otherwise assert any email';
  try {
    return { name: name.toLowerCase(), metadata: readFileSync(file, 'utf8'), domains };
  } catch (error) {
    return `METADATA_FILE: '${file}' cannot be read (${(error as NodeJS.ErrnoException).code})`;
  }
}

/** The items of a list, separated by commas or white space. */
export const splitList = (text = ''): string[] => text.split(/[\s,]+/).filter((item) => item !== '');
