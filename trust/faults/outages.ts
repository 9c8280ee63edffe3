export async function runOutages(): Promise<{ name: string; faults: string[] }[]> {
  return [];
}
