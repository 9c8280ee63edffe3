import fc from 'fast-check';
import { expect, test } from 'vitest';
import { distinctHeaders, hasDataAsHeaders, matchHeader, suggestTarget } from './headers.ts';
import { autoMapping } from './mapping.ts';
import { companySynonyms, leadSynonyms } from './synonyms.ts';
import type { ImportType } from './targets.ts';

test.each<[ImportType, string, string | undefined]>([
  ['leads', 'Full Name', 'name'],
  ['leads', 'First Name', 'firstName'],
  ['leads', 'Last Name', 'lastName'],
  ['leads', 'Email Address', 'email'],
  ['leads', 'Job Title', 'title'],
  ['leads', 'Position', 'title'],
  ['leads', 'City', 'location'],
  ['leads', 'Country', 'location'],
  ['leads', 'first_name', 'firstName'],
  ['leads', 'FIRST-NAME', 'firstName'],
  ['leads', 'firstName', 'firstName'],
  ['leads', ' Company* ', 'company'],
  ['leads', 'Email (2)', 'email'],
  ['leads', `Email${'*'.repeat(495)}`, 'email'],
  ['leads', `Email${'*'.repeat(496)}`, undefined],
  ['leads', 'E-mail 1 - Value', 'email'],
  ['leads', 'Country/Region', 'location'],
  ['leads', 'Tel.', 'phone'],
  ['leads', 'Person - Name', 'name'],
  ['leads', 'Person - Email', 'email'],
  ['leads', 'Person - Organization', 'company'],
  ['leads', '="Full name"', 'name'],
  ['leads', 'Pr&eacute;nom', 'firstName'],
  ['leads', 'Email\u200b', 'email'],
  ['leads', 'Prospect Linkedin URL', 'linkedin_profile_url'],
  ['leads', 'LinkedIn_URL__c', 'linkedin_profile_url'],
  ['leads', 'Most Probable Email', 'email'],
  ['leads', 'Tél. portable', 'phone'],
  ['leads', 'Person - E-Mail - Arbeit', 'email'],
  ['leads', 'Secondary Email', undefined],
  ['leads', 'Email Status', undefined],
  ['leads', 'Company Linkedin Url', undefined],
  ['companies', 'Company Employee Count', 'employee_count'],
  ['companies', 'HQ City', 'location'],
  ['leads', 'Ort', undefined],
  ['leads', '', undefined],
  ['leads', '(Email)', undefined],
  ['leads', 'constructor', undefined],
  ['leads', 'Prenom', 'firstName'],
  ['leads', 'NOM DE FAMILLE', 'lastName'],
  ['leads', "Nom de l'entreprise", 'company'],
  ['companies', 'Organization - Name', 'name'],
  ['companies', 'Organization - Number of employees', 'employee_count'],
  ['companies', '# Employees', 'employee_count'],
  ['companies', 'Website', 'website'],
  ['companies', 'First Name', undefined],
])('in %s the header %j names %s (S5.31, S5.32, S5.33, S5.34, S5.35)', (type, header, target) => {
  expect(matchHeader(type, header)?.target).toBe(target);
});

test.each([
  [['Ada', 'ada@x.test'], true],
  [['Name', 'https://www.linkedin.com/in/ada'], true],
  [['Name', 'E-mail', 'Web', '@', 'LinkedIn.com'], false],
])('whether the headers %j are data: %j', (headers, areData) => {
  expect(hasDataAsHeaders(headers)).toBe(areData);
});

test('an earlier synonym has a better rank', () => {
  expect(matchHeader('leads', 'Work Email')?.rank).toBeLessThan(matchHeader('leads', 'Personal Email')?.rank ?? 0);
});

test.each<[string, string[]]>([
  [
    'German',
    ['Vorname', 'Nachname', 'E-Mail-Adresse', 'Telefonnummer', 'Jobtitel', 'Firma', 'Stadt', 'LinkedIn-Profil'],
  ],
  ['French', ['Prénom', 'Nom', 'Adresse e-mail', 'Téléphone', 'Poste', 'Société', 'Ville', 'Profil LinkedIn']],
  [
    'Spanish',
    ['Nombre', 'Apellidos', 'Correo electrónico', 'Teléfono', 'Cargo', 'Empresa', 'Ciudad', 'Perfil de LinkedIn'],
  ],
  [
    'Dutch',
    ['Voornaam', 'Achternaam', 'E-mailadres', 'Telefoonnummer', 'Functie', 'Bedrijf', 'Plaats', 'LinkedIn-profiel'],
  ],
  ['Italian', ['Nome', 'Cognome', 'Indirizzo e-mail', 'Telefono', 'Ruolo', 'Azienda', 'Città', 'Profilo LinkedIn']],
  [
    'Portuguese',
    [
      'Primeiro nome',
      'Sobrenome',
      'Endereço de e-mail',
      'Telefone',
      'Função',
      'Empresa',
      'Cidade',
      'Perfil do LinkedIn',
    ],
  ],
])('the headers of a lead file in %s are known', (_, headers) => {
  const targets = ['firstName', 'lastName', 'email', 'phone', 'title', 'company', 'location', 'linkedin_profile_url'];
  expect(Object.values(autoMapping('leads', headers))).toEqual(targets);
});

test.each<[string, string[]]>([
  [
    'German',
    [
      'Unternehmen',
      'Webseite',
      'Branche',
      'Unternehmensgröße',
      'Ort',
      'Beschreibung',
      'Mitarbeiterzahl',
      'Gründungsjahr',
    ],
  ],
  [
    'French',
    [
      'Raison sociale',
      'Site web',
      'Secteur d’activité',
      'Taille',
      'Ville',
      'Présentation',
      'Effectif',
      'Année de création',
    ],
  ],
  [
    'Spanish',
    ['Empresa', 'Sitio web', 'Industria', 'Tamaño', 'Ciudad', 'Descripción', 'Número de empleados', 'Año de fundación'],
  ],
  [
    'Dutch',
    [
      'Bedrijfsnaam',
      'Webadres',
      'Bedrijfstak',
      'Bedrijfsgrootte',
      'Plaats',
      'Omschrijving',
      'Aantal medewerkers',
      'Oprichtingsjaar',
    ],
  ],
  [
    'Italian',
    [
      'Azienda',
      'Sito web',
      'Settore',
      'Dimensione',
      'Città',
      'Descrizione',
      'Numero di dipendenti',
      'Anno di fondazione',
    ],
  ],
  [
    'Portuguese',
    ['Nome da empresa', 'Site', 'Setor', 'Tamanho', 'Cidade', 'Descrição', 'Número de funcionários', 'Ano de fundação'],
  ],
])('the headers of a company file in %s are known', (_, headers) => {
  const targets = ['name', 'website', 'industry', 'size', 'location', 'description', 'employee_count', 'founded_year'];
  expect(Object.values(autoMapping('companies', headers))).toEqual(targets);
});

test.each([
  ['leads', ' ORT', 'location'],
  ['leads', 'Ortsteil', undefined],
  ['companies', 'Ort', undefined],
] as const)('in %s for the header %j the target %s is suggested', (type, header, target) => {
  expect(suggestTarget(type, header)).toBe(target);
});

test('English headers rank before those of other languages', () => {
  const headers = ['E-Mail-Adresse', 'Email other', 'Firma', 'Company', 'Vollständiger Name', 'Name'];
  expect(autoMapping('leads', headers)).toEqual({
    'E-Mail-Adresse': 'email',
    'Email other': 'email',
    Firma: 'ignore',
    Company: 'company',
    'Vollständiger Name': 'ignore',
    Name: 'name',
  });
  const rank = (header: string) => matchHeader('leads', header)?.rank ?? 0;
  expect(rank('Email other')).toBeLessThan(rank('E-Mail-Adresse'));
});

test.each([
  ['leads', leadSynonyms],
  ['companies', companySynonyms],
] as const)(
  'every header in another language of %s is listed once and has the target that it is listed for',
  (type, synonyms) => {
    const known = new Set(Object.values(synonyms).flatMap(([english = '']) => english.split(', ')));
    const listed = Object.entries(synonyms).flatMap(([target, [, ...others]]) =>
      others.flatMap((line) => line.split(', ').map((header) => ({ header, target }))),
    );
    expect(listed.length).toBeGreaterThan(150);
    expect(
      listed.filter(({ header }, at) => known.has(header) || listed.findIndex((one) => one.header === header) !== at),
    ).toEqual([]);
    expect(listed.filter(({ header, target }) => matchHeader(type, header)?.target !== target)).toEqual([]);
  },
);

test.each<[string[], string[]]>([
  [
    ['A', 'B'],
    ['A', 'B'],
  ],
  [
    ['A', 'A', 'A'],
    ['A', 'A (2)', 'A (3)'],
  ],
  [
    [' A ', 'A'],
    ['A', 'A (2)'],
  ],
  [
    ['A', 'A', 'A (2)'],
    ['A', 'A (3)', 'A (2)'],
  ],
  [
    ['', 'x', ' '],
    ['Column 1', 'x', 'Column 3'],
  ],
  [
    ['Column 2', ''],
    ['Column 2', 'Column 2 (2)'],
  ],
  [
    ['email', 'Email'],
    ['email', 'Email'],
  ],
])('the headers %j become %j', (cells, headers) => {
  expect(distinctHeaders(cells)).toEqual(headers);
});

/** Tries each number for each header, in the square of their number. */
function numberedOneByOne(cells: readonly string[]): string[] {
  const texts = cells.map((cell, index) => cell.trim() || `Column ${index + 1}`);
  const headers: string[] = [];
  for (const text of texts) {
    let header = text;
    for (let number = 2; headers.includes(header); number += 1) {
      const candidate = `${text} (${number})`;
      if (!texts.includes(candidate)) header = candidate;
    }
    headers.push(header);
  }
  return headers;
}

test('headers get the numbers that they get one by one', () => {
  const cell = fc.constantFrom(
    'A',
    ' A',
    'A (2)',
    'A (3)',
    'A (2) (2)',
    'B',
    '',
    'Column 2',
    'Column 3',
    'Column 2 (2)',
  );
  fc.assert(
    fc.property(fc.array(cell, { maxLength: 15 }), (cells) => {
      expect(distinctHeaders(cells)).toEqual(numberedOneByOne(cells));
    }),
  );
});

test('200,000 equal headers are distinct', () => {
  const headers = distinctHeaders(Array.from({ length: 200_000 }, () => 'A'));
  expect([headers[0], headers[1], headers.at(-1), new Set(headers).size]).toEqual([
    'A',
    'A (2)',
    'A (200000)',
    200_000,
  ]);
});
