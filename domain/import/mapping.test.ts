import { expect, test } from 'vitest';
import { autoMapping, columnsByTarget, mappedHeaders, savedMapping } from './mapping.ts';
import type { ColumnMapping } from './targets.ts';

test.each<[string[], ColumnMapping]>([
  [['Name', 'Full Name', 'Contact'], { Name: 'ignore', 'Full Name': 'name', Contact: 'ignore' }],
  [['Company', 'Company Name', 'Employer'], { Company: 'ignore', 'Company Name': 'company', Employer: 'ignore' }],
  [['Title', 'Title (2)'], { Title: 'title', 'Title (2)': 'ignore' }],
  [
    ['City', 'Country', 'Personal Email', 'Work Email', 'Mobile', 'Phone'],
    {
      City: 'location',
      Country: 'location',
      'Personal Email': 'email',
      'Work Email': 'email',
      Mobile: 'phone',
      Phone: 'phone',
    },
  ],
  [['Name', 'Vorname', 'Firma'], { Name: 'lastName', Vorname: 'firstName', Firma: 'company' }],
  [['Naam', 'Voornaam'], { Naam: 'lastName', Voornaam: 'firstName' }],
  [['Nom', 'Prénom'], { Nom: 'lastName', Prénom: 'firstName' }],
  [['Name', 'Vorname', 'Nachname'], { Name: 'name', Vorname: 'firstName', Nachname: 'lastName' }],
  [['Name', 'First name'], { Name: 'name', 'First name': 'firstName' }],
  [['Vollständiger Name', 'Vorname'], { 'Vollständiger Name': 'name', Vorname: 'firstName' }],
  [['Nachname, Vorname', 'Firma'], { 'Nachname, Vorname': 'lastFirst', Firma: 'company' }],
  [['Last Name, First Name'], { 'Last Name, First Name': 'lastFirst' }],
  [['Nom Prénom'], { 'Nom Prénom': 'name' }],
])('the headers %j are mapped automatically (S5.31)', (headers, mapping) => {
  expect(autoMapping('leads', headers)).toEqual(mapping);
});

test('what the cells say about a column of names comes before what its header says', () => {
  const headers = ['Name', 'Vorname'];
  expect(autoMapping('leads', headers, [], { Name: 'name' })).toEqual({ Name: 'name', Vorname: 'firstName' });
  expect(autoMapping('leads', ['Name'], [], { Name: 'lastFirst', Other: 'name' })).toEqual({ Name: 'lastFirst' });
  expect(savedMapping('leads', headers, { Name: 'name', Vorname: 'firstName' }, [], { Name: 'name' })).toBeNull();
});

test('emails are tried in order of rank, columns that only the user mapped last', () => {
  const headers = ['Other', 'Personal Email', 'Work Email', 'Another'];
  const mapping: ColumnMapping = { Other: 'email', 'Personal Email': 'email', 'Work Email': 'email', Another: 'email' };
  expect(columnsByTarget('leads', headers, mapping).get('email')).toEqual([2, 1, 0, 3]);
});

test('a synonym of another field has no rank for an email', () => {
  const headers = ['Mobile', 'Mail'];
  expect(columnsByTarget('leads', headers, { Mobile: 'email', Mail: 'email' }).get('email')).toEqual([1, 0]);
});

test('other fields are tried in the order of the file', () => {
  const headers = ['Title', 'Job Title'];
  expect(columnsByTarget('leads', headers, { Title: 'title', 'Job Title': 'title' }).get('title')).toEqual([0, 1]);
});

test('ignored and missing headers have no column', () => {
  const mapping: ColumnMapping = { Name: 'name', Email: 'ignore', Gone: 'phone' };
  expect(columnsByTarget('leads', ['Name', 'Email', 'toString'], mapping)).toEqual(new Map([['name', [0]]]));
});

test.each<[headers: string[], mapping: ColumnMapping, saved: string[]]>([
  [['Name', 'City'], {}, ['City', 'Name']],
  [['Name', 'City', 'Error'], {}, ['City', 'Name']],
  [['Name', 'City', 'Error'], { Error: 'ignore' }, ['City', 'Name']],
  [['Name', 'City', 'Error'], { Error: 'notes' }, ['City', 'Error', 'Name']],
  [['Error', 'Name'], {}, ['Error', 'Name']],
])('%j mapped by %j is saved as %j', (headers, mapping, saved) => {
  expect(mappedHeaders(headers, mapping)).toEqual(saved);
});

test('a saved mapping applies to its headers and ignores all others', () => {
  expect(savedMapping('leads', ['Who', 'Error'], { Who: 'name', Gone: 'email', Error: 'no such field' })).toEqual({
    Who: 'name',
    Error: 'ignore',
  });
});

test('a saved mapping equal to the automatic one is not used', () => {
  expect(savedMapping('leads', ['Name', 'Shoe size'], { Name: 'name' })).toBeNull();
});

test('a header named like a property of Object is not a field', () => {
  expect(savedMapping('leads', ['Name', 'constructor'], { Name: 'notes' })).toEqual({
    Name: 'notes',
    constructor: 'ignore',
  });
});
