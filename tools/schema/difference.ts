// Finds what gives a database of the migrations the functions, views, triggers, policies, rights and comments of the schemas.

/** Definitions by object, as `function private.enter()` and `comment column public.leads.headline` (readObjects). */
export type Objects = ReadonlyMap<string, string>;

export type Difference = {
  /** The statements of the migration. */
  statements: string[];
  /** The objects whose change may concern rows, such as `column public.leads.headline`: it is written by hand. */
  byHand: string[];
};

/** The kinds of objects that are replaced whole, in the order in which they are dropped. */
const REPLACED = ['trigger', 'policy', 'view', 'function'];
const API_ROLES = 'public, anon, authenticated, service_role';

const objectKind = (object: string) => object.slice(0, object.indexOf(' '));
const objectName = (object: string) => object.slice(object.indexOf(' ') + 1);
const withoutArguments = (object: string) => object.replace(/\(.*$/, '');
/** The names of policies are sentences. */
const quoted = (object: string) => object.replace(/^policy (.*) on (\S+)$/, 'policy "$1" on $2');

/** The object that a statement creates, without the arguments of a function. */
function createdBy(statement: string): string | undefined {
  const text = statement.replace(/^(?:--.*\n)+/, '');
  const [, kind = '', name = ''] = /^create (function|view|trigger|policy) ("[^"]*"|[\w.]+)/.exec(text) ?? [];
  if (kind === 'function' || kind === 'view') return `${kind} ${name}`;
  return kind ? `${kind} ${name.replaceAll('"', '')} on ${/\son (\S+)/.exec(text)?.[1]}` : undefined;
}

/** The arguments and the result of a function, which cannot be replaced. */
const signature = (definition = '') => /^(.*?) (?:sql|plpgsql) /.exec(definition)?.[1];

/** Compares the objects of the migrations with those of the schemas. Its statements are those of the schemas, in their order. */
export function findDifference(migrated: Objects, wanted: Objects, statements: readonly string[]): Difference {
  const differing = [...new Set([...migrated.keys(), ...wanted.keys()])].filter(
    (object) => migrated.get(object) !== wanted.get(object),
  );
  const changed = (kind: string) => differing.filter((object) => objectKind(object) === kind);

  const isReplaceable = (object: string) =>
    objectKind(object) === 'function' && signature(migrated.get(object)) === signature(wanted.get(object));
  /** Other functions may have called it until they are replaced. */
  const isGone = (object: string) => objectKind(object) === 'function' && !wanted.has(object);
  const dropped = REPLACED.flatMap(changed).filter((object) => migrated.has(object) && !isReplaceable(object));
  const created = REPLACED.toReversed()
    .flatMap(changed)
    .filter((object) => wanted.has(object));
  const creations = ['function', 'view', 'trigger', 'policy'].flatMap((kind) => {
    const names = new Set(created.filter((object) => objectKind(object) === kind).map(withoutArguments));
    return statements.filter((statement) => names.has(createdBy(statement) ?? ''));
  });

  /** These have lost their rights and comments, or have those that PostgreSQL gives to new objects. */
  const renewed = created.filter((object) => !migrated.has(object) || dropped.includes(object));
  const granted = [...changed('grant').map(objectName), ...renewed.map((object) => object.replace(/^view/, 'table'))];
  const commented = [
    ...changed('comment').map(objectName),
    ...renewed.filter((object) => wanted.has(`comment ${object}`)),
  ];

  function grant(object: string): string[] {
    const relation = /^(?:table (\S+)|column (\S+)\.\w+)$/.exec(object);
    if (relation) {
      const on = ` on ${relation[1] ?? relation[2]} `;
      return statements.filter((statement) => /^(?:revoke|grant) /.test(statement) && statement.includes(on));
    }
    if (!wanted.has(object) && objectKind(object) !== 'schema') return [];
    const rights = [...(wanted.get(`grant ${object}`) ?? '').matchAll(/(\w+) to (\w+)/g)];
    return [
      `revoke all on ${object} from ${API_ROLES}`,
      ...rights.map(([, verb = '', role]) => `grant ${verb.toLowerCase()} on ${object} to ${role}`),
    ];
  }

  function comment(object: string): string[] {
    const text = wanted.get(`comment ${object}`);
    if (text === undefined && !wanted.has(object)) return [];
    return [`comment on ${quoted(object)} is ${text === undefined ? 'null' : `'${text.replaceAll("'", "''")}'`}`];
  }

  const granting = granted.filter((object) => !/^(?:trigger|policy) /.test(object)).flatMap(grant);
  return {
    statements: [
      ...dropped.filter((object) => !isGone(object)).map((object) => `drop ${quoted(object)}`),
      ...creations.map((statement) =>
        statement.replace(/^((?:--.*\n)*)create function/, '$1create or replace function'),
      ),
      ...dropped.filter(isGone).map((object) => `drop ${object}`),
      ...new Set(granting),
      ...new Set(commented.flatMap(comment)),
    ],
    byHand: differing.filter((object) => ![...REPLACED, 'grant', 'comment'].includes(objectKind(object))),
  };
}
