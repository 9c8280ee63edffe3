import { expect, test } from 'vitest';
import { nameSurvey } from './name-survey.ts';

function survey(headers: string, ...rows: string[]) {
  const { add, result } = nameSurvey('leads', headers.split(';'));
  for (const row of rows) add(row.split(';'));
  return result();
}

test.each([
  ['Name;Vorname', ['Müller;Anna', 'Schäfer;Jörg'], { Name: 'lastName' }],
  ['Name;Vorname', ['Anna Müller;Anna', 'Schäfer, Jörg;Jörg'], { Name: 'name' }],
  ['Name;First name', ['Müller;Anna', 'Schäfer;Jörg'], { Name: 'lastName' }],
  ['Name;First name', ['Anna Müller;Anna', ';x', 'Bo;'], { Name: 'name' }],
  ['Name;Nachname', ['Anna;Müller'], { Name: 'firstName' }],
  ['Name;Nachname', ['Anna Müller;Müller'], { Name: 'name' }],
  ['Name;Vorname;Nachname', ['Müller;Anna;Schmidt'], {}],
  ['Name;Vorname', [], {}],
  ['Name;Firma', ['Anna Müller;x'], {}],
  ['Name;Firma', ['Alpha, Nora;x', ' ;', 'Müller, Dr. Anna;x'], { Name: 'lastFirst' }],
  ['Name;Firma', ['Alpha, Nora;x', 'Omar Beta;x'], {}],
  ['Name;Firma', ['Nora Alpha, Berlin;x', 'Omar Beta, Hamburg;x'], {}],
  ['Firma;Ort', ['Alpha, Nora;x'], {}],
])('in %j the rows %j say %j', (headers, rows, found) => {
  expect(survey(headers, ...rows).found).toEqual(found);
});

test('names that are turned in a part of the rows are counted', () => {
  expect(survey('Name;Firma', 'Pia Gamma, MBA;x', 'Alpha, Nora;x', ';x', 'Beta, Omar;x').turned).toEqual({
    header: 'Name',
    count: 2,
    filled: 3,
    example: 'Alpha, Nora',
    name: 'Nora Alpha',
  });
  expect(survey('Name', 'Pia Gamma, MBA').turned).toBeNull();
});
