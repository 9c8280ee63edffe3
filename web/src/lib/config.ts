import type { Brand } from '#domain/brand.ts';

/** Where the backend is, whether it lacks an administrator, and the accounts that a demo offers on the sign-in page. A public demo is reset at every multiple of `resetEveryMs`. */
export type AppConfig = {
  supabaseUrl: string;
  supabaseKey: string;
  /** True until an account is an administrator. */
  needsAdministrator?: boolean;
  demo?: { email: string; password: string; role: string }[];
  brand?: Brand;
  publicDemo?: { resetEveryMs: number };
};

/** Reads /config.json, which our server generates and a hosted deployment has as a file. */
async function readConfig(): Promise<AppConfig> {
  const response = await fetch('/config.json');
  if (!response.ok) throw new Error(`/config.json returned ${response.status}`);
  return (await response.json()) as AppConfig;
}

export const config = await readConfig();
