// Reads do-not-contact entries from pasted lines and CSV files. The database checks them (private.contact_error).
import { addressIn, entriesOf, type NewEntry } from './contact-entries.ts';
import { CONTACT_KINDS, type ContactKind, kindOf } from './contact-kind.ts';
import { unguardFormulas } from './csv/cells.ts';
import { detectDialect } from './csv/dialect.ts';
import { type ByteSource, decodeText, detectEncoding } from './csv/encoding.ts';
import { readRecords } from './csv/records.ts';
import { matchHeader } from './import/headers.ts';
import { importChunk } from './limits.ts';

/** Whether a part of a line is an email address, so that the line is a list of recipients. */
const isEmail = (part: string) =>
  /^[^@]+@[^@]+$/.test(addressIn(part.trim())) && kindOf(addressIn(part.trim())) === 'email';

/** The entry of each line that is not blank, or each of several emails in a line. A tab, a semicolon or, after an address, a comma separates the reason. */
export function entriesOfLines(text: string, kind?: ContactKind): NewEntry[] {
  return text.split(/\r\n|[\r\n]/).flatMap((whole, index) => {
    const line = whole.trim();
    if (line === '') return [];
    const parts = line.split(/[,;]/).filter((part) => part.trim() !== '');
    if (kind === undefined && parts.every(isEmail)) return parts.flatMap((part) => entriesOf(index + 1, part.trim()));
    const comma = line.indexOf(',');
    const separator = line.search(/[\t;]/);
    const at = separator < 0 && comma > 0 && kindOf(line.slice(0, comma).trim()) !== 'company' ? comma : separator;
    return at < 0
      ? entriesOf(index + 1, line, kind)
      : entriesOf(index + 1, line.slice(0, at).trim(), kind, line.slice(at + 1).trim());
  });
}

type ColumnRole = ContactKind | 'name' | 'kind' | 'value' | 'reason';

/** What a column has, by its header; undefined for other columns. */
function roleOf(header: string): ColumnRole | undefined {
  const name = header.trim().toLowerCase();
  if (name === 'kind' || name === 'value' || name === 'reason') return name;
  const [ofLead, ofCompany] = [matchHeader('leads', header)?.target, matchHeader('companies', header)?.target];
  if (ofLead === 'email') return 'email';
  if (ofCompany === 'domain' || ofCompany === 'website') return 'domain';
  if (ofLead === 'linkedin_profile_url' || ofCompany === 'linkedin_url') return 'linkedin';
  if (ofLead === 'company') return 'company';
  return ofCompany === 'name' ? 'name' : undefined;
}

/** The entries of a CSV file: one for each filled column with a known header, in a file without such headers its first column with the second as reason. */
export async function entriesOfFile(file: ByteSource): Promise<NewEntry[]> {
  const encoding = await detectEncoding(file);
  const dialect = await detectDialect(() => decodeText(file, encoding), roleOf);
  if (!dialect) return [];
  const roles = dialect.header.map(roleOf);
  const isKnown = roles.some((role) => role !== undefined && role !== 'reason');
  const columns = roles.map((role): ColumnRole | undefined =>
    role === 'name' ? (roles.includes('email') ? undefined : 'company') : role,
  );
  const entries: NewEntry[] = [];
  let line = 0;
  for await (const { cells } of readRecords(decodeText(file, encoding), dialect.delimiter, importChunk.bytes)) {
    line += 1;
    if (isKnown && line <= dialect.headerRow) continue;
    const texts = cells.map((cell) => unguardFormulas(cell).trim());
    if (!isKnown) {
      if (texts[0]) entries.push(...entriesOf(line, texts[0], undefined, texts[1]));
      continue;
    }
    const textOf = (role: ColumnRole) => texts[columns.indexOf(role)];
    const stated = CONTACT_KINDS.find((kind) => kind === textOf('kind')?.toLowerCase());
    for (const [index, role] of columns.entries()) {
      const text = texts[index];
      if (!text || !role || role === 'kind' || role === 'reason') continue;
      const kind = role === 'value' ? stated : CONTACT_KINDS.find((one) => one === role);
      entries.push(...entriesOf(line, text, kind, textOf('reason')));
    }
  }
  return entries;
}
