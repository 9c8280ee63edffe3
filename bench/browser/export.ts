// A large export: the approved leads of one customer, written to a file. The app streams only files of more than 50,000 lines; shorter exports are reported as different.
import type { Page } from '@playwright/test';
import type { Profile } from '../support/browser.ts';
import type { Leadlight } from '../support/leadlight.ts';
import { measureWork, summarize } from './measure-work.ts';

/** Replaces the file picker by a file of the profile, written through the same stream. */
function replaceFilePicker() {
  const showSaveFilePicker = async ({ suggestedName }: { suggestedName: string }) => {
    const folder = await navigator.storage.getDirectory();
    return folder.getFileHandle(suggestedName, { create: true });
  };
  Object.assign(window, { showSaveFilePicker });
}

/** Counts the lines and bytes of the written file. */
function countWritten() {
  const count = async () => {
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
  };
  return count();
}

export async function exportApproved(profile: Profile, leadlight: Leadlight, customer: string): Promise<void> {
  const counted = 'select count(*)::int from public.leads where customer_id = $1 and is_approved';
  const { rows } = await leadlight.owner.query(counted, [customer]);
  const approved: number = rows[0].count;
  const page = await profile.page();
  await page.goto(new URL(`/admin/leads?customer=${customer}`, page.url()).href);
  await page.evaluate(replaceFilePicker);
  const button = page.getByRole('button', { name: 'Export Approved' });
  await page.getByRole('table', { name: 'Leads' }).getByRole('checkbox').nth(1).waitFor();
  const toast = (at: Page) => at.getByText(/^[\d,]+ leads exported$/).first();
  const measured = await measureWork({
    profile,
    server: leadlight.pids.server,
    begin: () => button.click(),
    isDone: (at) => toast(at).isVisible(),
  });
  const end = await profile.page();
  const reported = Number.parseInt((await toast(end).textContent())?.replaceAll(',', '') ?? '', 10);
  const { lines, bytes } = await end.evaluate(countWritten);
  const same = reported === approved && lines - 1 === approved ? 'all three agree' : 'THEY DIFFER';
  const pace = Math.round(approved / measured.seconds).toLocaleString('en');
  console.log(
    `export: ${reported} reported, ${lines - 1} lines in the file (${Math.round(bytes / 1e6)} MB), ${approved} in the database: ${same}; ${pace} rows per second`,
  );
  console.log(summarize(measured));
}
