/** Where the backend is, and the accounts that a demo offers on the sign-in page. */
export type AppConfig = {
  supabaseUrl: string;
  supabaseKey: string;
  demo?: { email: string; password: string; role: string }[];
};

/** Reads /config.json, which the server answers and a hosted deployment carries as a file. */
async function readConfig(): Promise<AppConfig> {
  const answer = await fetch('/config.json');
  if (!answer.ok) throw new Error(`/config.json answered ${answer.status}`);
  return (await answer.json()) as AppConfig;
}

export const config = await readConfig();
