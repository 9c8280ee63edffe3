// Random queries, mostly well-formed, of columns, operators, values, embeddings and orders.
import fc from 'fast-check';

const column = fc.constantFrom(
  'id',
  'name',
  'weight',
  'mood',
  'data',
  'tags',
  'awake',
  'keeper_id',
  'data->>s',
  'data->n',
  'data->a->b->>0',
  '"favourite food"',
  'nothing',
);

/** No parenthesis, comma or further quote: version 12 ignores the rest of a logic tree that ends too soon. */
const value = fc.oneof(
  fc.integer({ min: -2, max: 12 }).map(String),
  fc.constantFrom(
    'Calf',
    'Mouse',
    'calm',
    '{grey}',
    '[1,9)',
    '{"n":1}',
    '*a*',
    '%',
    '^E',
    'x',
    '',
    '"a,b"',
    '100%25',
    '\\\\',
  ),
  fc.string({ unit: fc.constantFrom(...'abE019 .:*%_-#&+\\äß{}[]'), maxLength: 6 }),
);

/** Values that may stand within parentheses; a range contains one itself. */
const enclosed = (text: fc.Arbitrary<string>) => text.filter((one) => !one.includes('[1,9)'));

const comparison = fc.constantFrom(
  'eq',
  'neq',
  'gt',
  'gte',
  'lt',
  'lte',
  'like',
  'ilike',
  'isdistinct',
  'cs',
  'cd',
  'ov',
);
const negation = fc.constantFrom('', '', 'not.');

const test = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(negation, comparison, value).map(([not, operator, text]) => `${not}${operator}.${text}`),
  },
  fc.tuple(negation, fc.constantFrom('null', 'true', 'false', 'unknown')).map(([not, state]) => `${not}is.${state}`),
  fc
    .tuple(negation, fc.array(enclosed(value), { minLength: 2, maxLength: 4 }))
    .map(([not, many]) => `${not}in.(${many})`),
  fc
    .tuple(fc.constantFrom('eq', 'gt', 'like'), fc.constantFrom('any', 'all'))
    .map(([operator, some]) => `${operator}(${some}).{1,2}`),
);

const pair = (name: string, text: string) => `${encodeURIComponent(name)}=${encodeURIComponent(text)}`;

const filter = fc.tuple(column, test).map(([name, text]) => pair(name, text));
const logic = fc
  .tuple(
    fc.constantFrom('or', 'and', 'not.or', 'not.and'),
    fc.array(fc.tuple(column, enclosed(test)), { minLength: 1, maxLength: 3 }),
  )
  .map(([word, parts]) => pair(word, `(${parts.map(([name, text]) => `${name}.${text}`)})`));

const select = fc.constantFrom(
  '*',
  'id,name',
  'id,data->a',
  'id,label:name,weight::text',
  'id,zoo_keepers(name)',
  'id,zoo_keepers!inner(name,zoo_licences(code))',
  'id,...zoo_keepers(keeper:name)',
  'id,zoo_visitors(name)',
  'id,zoo_visits(visitor_id)',
  'id,zoo_visits(count)',
);

const order = fc.constantFrom('id', 'name.desc,id', 'mood.nullsfirst,id', 'weight.desc.nullslast,id', 'data->n,id');
const page = fc.constantFrom('', '&limit=2', '&limit=1&offset=1', '&offset=2');

/** A query of a list of animals in a total order. */
export const anyQuery = fc
  .tuple(select, order, page, fc.array(fc.oneof(filter, logic), { maxLength: 3 }))
  .map(
    ([shown, sorted, window, filters]) =>
      `${pair('select', shown)}&${pair('order', sorted)}${window}${filters.map((one) => `&${one}`).join('')}`,
  );
