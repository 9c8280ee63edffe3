import { expect, test } from 'vitest';
import { type ContactFile, openContactFile } from './contact-file.ts';

const open = (text: string, form: 'table' | 'list' = 'table') => openContactFile(new Blob([text]), form);

/** The entries of a file with its recognized columns, as texts such as `2 email ada@x.com; reason`. */
async function entriesIn(file: ContactFile): Promise<string[]> {
  const read = await file.read(file.columns);
  return read.map((item) => {
    if (!('kind' in item)) return `${item.line} ${'error' in item ? item.error : item.ignored}`;
    return `${item.line} ${item.kind} ${item.value}${item.reason ? `; ${item.reason}` : ''}`;
  });
}

test.each<[title: string, text: string, columns: string, entries: string[]]>([
  [
    'people, not their employers',
    'email,company,domain\nada@acme.com,Acme,acme.com\n',
    'email,ignore,ignore',
    ['2 email ada@acme.com'],
  ],
  [
    'people by LinkedIn, not the pages of their employers',
    'Full name;LinkedIn;Company LinkedIn;Website\nAda;linkedin.com/in/ada;linkedin.com/company/acme;acme.com\n',
    'ignore,linkedin,ignore,ignore',
    ['2 linkedin linkedin.com/in/ada'],
  ],
  [
    'people with further emails, not the owner of the contact',
    'Email,Secondary Email,E-mail 2 Address,Owner email\na@x.com,b@x.com,c@x.com,me@agency.com\n',
    'email,email,email,ignore',
    ['2 email a@x.com', '2 email b@x.com', '2 email c@x.com'],
  ],
  [
    'the contacts of a CRM, of whom some have opted out',
    'Email,Email Opt Out,Unsubscribe reason\na@x.com,true,spam\nb@x.com,false,\nc@x.com,,\nd@x.com,2026-11-12,\n',
    'email,opted_out,reason',
    ['2 email a@x.com; spam', '3 b@x.com, false', '4 c@x.com', '5 email d@x.com'],
  ],
  [
    'contacts with a status, of whom those with another one are left out or asked about',
    'email;status\na@x.com;unsubscribed\nb@x.com;subscribed\nc@x.com;bounced\nd@x.com;cleaned\n',
    'email,opted_out',
    [
      '2 email a@x.com',
      '3 b@x.com, subscribed',
      '4 “bounced” may mean opted out or not: correct it, or ignore its column to add every row',
      '5 “cleaned” may mean opted out or not: correct it, or ignore its column to add every row',
    ],
  ],
  [
    'contacts with two flags, of whom one is enough',
    'Email,Opted out,Do not contact\na@x.com,no,yes\nb@x.com,no,no\n',
    'email,opted_out,opted_out',
    ['2 email a@x.com', '3 b@x.com, no, no'],
  ],
  ['contacts by a flag that is empty', 'Email,Unsubscribed\na@x.com,\n', 'email,ignore', ['2 email a@x.com']],
  [
    'emails and domains in turn',
    'EMAIL,DOMAIN\na@x.com,\n,acme.com\n',
    'email,domain',
    ['2 email a@x.com', '3 domain acme.com'],
  ],
  [
    'emails and domains in turn, but once a person with the employer',
    'EMAIL,DOMAIN\na@x.com,\n,acme.com\nb@beta.com,beta.com\n',
    'email,ignore',
    ['2 email a@x.com', '3 acme.com', '4 email b@beta.com'],
  ],
  [
    'addresses of any kind in a column of companies',
    'Company;Grund\na@x.com;Kunde\nacme.com;Kunde\n',
    'value,reason',
    ['2 email a@x.com; Kunde', '3 domain acme.com; Kunde'],
  ],
  [
    'people with an email or their employer',
    'Name,Email,Domain\nAda,,acme.com\nBob,bob@x.com,\n',
    'ignore,email,ignore',
    ['2 Ada, acme.com', '3 email bob@x.com'],
  ],
  [
    'people whose companies are named as domains',
    'Email,Company\na@x.com,Booking.com\nb@x.com,Check24.de\nc@x.com,amazon.com\n',
    'email,ignore',
    ['2 email a@x.com', '3 email b@x.com', '4 email c@x.com'],
  ],
  [
    'people whose column of emails has a header of its own',
    'Mail des Kunden;Domain\na@acme.com;acme.com\nb@beta.com;beta.com\n',
    'email,ignore',
    ['2 email a@acme.com', '3 email b@beta.com'],
  ],
  [
    'people and domains under unknown headers',
    'Gesperrt;Netz;Stand\na@acme.com;acme.com;1\nb@beta.com;beta.com;2\n',
    'email,ignore,ignore',
    ['2 email a@acme.com', '3 email b@beta.com'],
  ],
  ['people who have no address', 'First name,Company\nAda,Acme\n', 'ignore,ignore', ['2 Ada, Acme']],
  [
    'companies',
    'Name,Website,LinkedIn,Reason\nAcme,https://acme.com/x,linkedin.com/company/acme,ours\n',
    'company,domain,linkedin,reason',
    ['2 company Acme; ours', '2 domain acme.com; ours', '2 linkedin linkedin.com/company/acme; ours'],
  ],
  [
    'cells with several addresses',
    'E-Mail\n"ada@x.com; bob@x.com"\nada@x.com ::: eve@x.com\n*@acme.com\nn/a\n',
    'email',
    ['2 email ada@x.com', '2 email bob@x.com', '3 email ada@x.com', '3 email eve@x.com', '4 domain acme.com', '5 '],
  ],
  [
    'an export of a list, whatever the kind looks like',
    '"Kind","Value","Reason","Source"\r\n"company","Booking.com","",""\r\n"Company","\'=Sum; x","x",""\r\n"other","a@b.co","",""\r\n',
    'kind,value,reason,ignore',
    ['2 company Booking.com', '3 company =Sum; x; x', '4 email a@b.co'],
  ],
  [
    'columns without headers',
    'acme.com,our customer\n\nAcme GmbH\n',
    'value,reason',
    ['1 domain acme.com; our customer', '3 company Acme GmbH'],
  ],
  [
    'addresses in several columns without headers, more in a later row',
    'a@x.com, b@x.com\nc@x.com,d@x.com,e@x.com\n',
    'email,email,email',
    ['1 email a@x.com', '1 email b@x.com', '2 email c@x.com', '2 email d@x.com', '2 email e@x.com'],
  ],
  [
    'people without headers',
    'Ada,ada@acme.com,Acme,acme.com\nBob,bob@beta.com,Beta,beta.com',
    'ignore,email,ignore,ignore',
    ['1 email ada@acme.com', '2 email bob@beta.com'],
  ],
  ['unknown headers', 'Gesperrt;Anlass\nada@x.com;Kunde\n', 'email,reason', ['2 email ada@x.com; Kunde']],
  ['a column', '*@acme.com\n# ours\n- ada@x.com\n', 'value', ['1 domain acme.com', '2 # ours', '3 email ada@x.com']],
  [
    'a column with an unknown header',
    'Gesperrt\nada@x.com\nbob@x.com',
    'email',
    ['2 email ada@x.com', '3 email bob@x.com'],
  ],
])('a file names %s', async (_, text, columns, entries) => {
  const file = await open(text);
  expect(file.columns.join()).toBe(columns);
  expect(await entriesIn(file)).toEqual(entries);
});

test('a file has headers, values to show and the number of its rows', async () => {
  const file = await open('Email,,Email\nada@x.com,1,bob@x.com\n\neve@x.com\n');
  expect(file.headers).toEqual(['Email', 'Column 2', 'Email (2)']);
  expect(file.totalRows).toBe(2);
  expect(file.samples).toEqual([['ada@x.com', 'eve@x.com'], ['1'], ['bob@x.com']]);
  expect(await open('\n')).toMatchObject({ headers: [], totalRows: 0 });
});

test('a file with too many columns cannot be read', async () => {
  await expect(open(`x${','.repeat(1_001)}`)).rejects.toThrow('It has more than 1000 columns');
});

test('other columns can be chosen', async () => {
  const file = await open('email,company,domain\nada@acme.com,Acme,acme.com\n');
  expect(await file.read(['ignore', 'company', 'domain'])).toMatchObject([
    { kind: 'company', value: 'Acme' },
    { kind: 'domain', value: 'acme.com' },
  ]);
});

test.each<[string, string]>([
  ['ada@x.com\tleft us\nAcme, Inc.', ''],
  ['Email\nada@x.com', ''],
  ['email,company\nada@x.com,Acme', 'email,ignore'],
  ['Ada\tada@acme.com\tacme.com', 'ignore,email,ignore'],
])('%j has the columns %j in a list of lines', async (text, columns) => {
  expect((await open(text, 'list')).columns.join()).toBe(columns);
});
