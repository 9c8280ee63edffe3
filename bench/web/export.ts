// A large export: the approved leads of one customer, written to a file. The app streams only files of more than 50,000 lines; shorter exports are reported as different.
import type { Page } from '@playwright/test';
import type { LargeWork } from './large-work.ts';

/** Replaces the file picker by a file of the profile, written through the same stream. */
function replaceFilePicker() {
  const showSaveFilePicker = async ({ suggestedName }: { suggestedName: string }) => {
    const folder = await navigator.storage.getDirectory();
    return folder.getFileHandle(suggestedName, { create: true });
  };
  Object.assign(window, { showSaveFilePicker });
}

/** Counts the lines and bytes of the written file. */
async function countWritten() {
  const folder = await navigator.storage.getDirectory();
  let [lines, bytes] = [0, 0];
  for await (const handle of (folder as unknown as { values(): AsyncIterable<FileSystemFileHandle> }).values()) {
    const file = await handle.getFile();
    bytes = file.size;
    const reader = file.stream().getReader();
    for (let read = await reader.read(); !read.done; read = await reader.read())
      for (const byte of read.value) if (byte === 10) lines += 1;
  }
  return { lines, bytes };
}

export async function exportApproved(work: LargeWork, leads: number): Promise<void> {
  const { leadlight } = work;
  const customer = await leadlight.addCustomer(`${leads} leads`);
  const approved = (await leadlight.addLeads(customer, leads, true)).length;
  const page = await work.page();
  await page.goto(new URL(`/admin/leads?customer=${customer}`, page.url()).href);
  await page.evaluate(replaceFilePicker);
  await page.getByRole('table', { name: 'Leads' }).getByRole('checkbox').nth(1).waitFor();
  const toast = (at: Page) => at.getByText(/^[\d,]+ leads exported$/).first();
  const { seconds, summary } = await work.measure(
    () => page.getByRole('button', { name: 'Export Approved' }).click(),
    (at) => toast(at).isVisible(),
  );
  const end = await work.page();
  const reported = Number.parseInt((await toast(end).textContent())?.replaceAll(',', '') ?? '', 10);
  const { lines, bytes } = await end.evaluate(countWritten);
  const same = reported === approved && lines - 1 === approved ? 'all three agree' : 'THEY DIFFER';
  const pace = Math.round(approved / seconds).toLocaleString('en');
  console.log(
    `export: ${reported} reported, ${lines - 1} lines in the file (${Math.round(bytes / 1e6)} MB), ${approved} in the database: ${same}; ${pace} rows per second\n${summary}`,
  );
}
