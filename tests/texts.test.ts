// Finds texts for users in the code of the web app, outside `texts.ts`.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

const sources = path.join(import.meta.dirname, '../web/src');

/** The attributes of elements and the properties of objects that are shown or read out. */
const visibleNames = new Set(
  'alt aria-label aria-description cancelLabel confirmLabel description failure help label listLabel noun placeholder success text title what words'.split(
    ' ',
  ),
);
const visibleCalls = new Set(['toastFailure', 'usePageTitle']);

type Node = { type: string; [key: string]: unknown };

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string';
const nodesIn = (value: unknown): Node[] =>
  Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [];
const propertyName = (node: unknown) => {
  const { name, value } = node as { name?: unknown; value?: unknown };
  return String(name ?? value);
};

/** The parts of a node whose value is shown if the node's own value is. Of all other parts none is. */
const shownParts: Record<string, readonly string[]> = {
  TemplateLiteral: ['expressions'],
  ConditionalExpression: ['consequent', 'alternate'],
  LogicalExpression: ['left', 'right'],
  BinaryExpression: ['left', 'right'],
  JSXExpressionContainer: ['expression'],
  ParenthesizedExpression: ['expression'],
  ArrowFunctionExpression: ['body'],
};

/** Whether a part of a node is a text on the screen. */
function isShownPart(node: Node, part: string, isShown: boolean): boolean {
  switch (node.type) {
    case 'JSXElement':
    case 'JSXFragment':
      return part === 'children';
    case 'JSXAttribute':
      return part === 'value' && visibleNames.has(propertyName(node.name));
    case 'Property':
      return part === 'value' && visibleNames.has(propertyName(node.key));
    case 'CallExpression':
      return part === 'arguments' && visibleCalls.has(propertyName(node.callee));
    case 'BinaryExpression':
      return isShown && node.operator === '+';
    default:
      return isShown && (shownParts[node.type] ?? []).includes(part) && !(part === 'left' && node.operator === '&&');
  }
}

function ownText({ type, value, quasis }: Node, isShown: boolean): string {
  if (type === 'JSXText') return String(value).replace(/&\w+;/g, '');
  if (isShown && type === 'Literal' && typeof value === 'string') return value;
  if (!isShown || type !== 'TemplateLiteral') return '';
  return (quasis as { value: { raw: string } }[]).map((quasi) => quasi.value.raw).join('…');
}

/** Whether a text is a list of classes, as 'bg-success-soft text-success', which a component chooses by the property `success`. */
const isClassList = (text: string) => text.split(' ').every((word) => /^[a-z]+(-[a-z]+)+$/.test(word));

/** The texts in a node and below it. `isShown`: the value of the node itself is a text on the screen. */
function findTexts(node: Node, isShown = false): string[] {
  const own = ownText(node, isShown).trim();
  const below = Object.entries(node).flatMap(([part, value]) =>
    nodesIn(value).flatMap((child) => findTexts(child, isShownPart(node, part, isShown))),
  );
  return /\p{L}/u.test(own) && !isClassList(own) ? [own, ...below] : below;
}

function textsIn(file: string, source: string): string[] {
  const { program, errors } = parseSync(file, source);
  expect(errors, file).toEqual([]);
  return findTexts(program as unknown as Node);
}

test.each([
  ['<p>Hello {name}</p>', ['Hello']],
  ['<p className="flex">{isNew ? "New" : texts.old}</p>', ['New']],
  ['<p>{list.map((one) => <b key="a">{one || "None"}</b>)}</p>', ['None']],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source code
  ['<Field label="Name" name="name" help={`At least ${least} characters`} />', ['Name', 'At least … characters']],
  ['toast({ title: "Saved", tone: "success" })', ['Saved']],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source code
  ['useSave({ failure: ({ name }) => `Couldn’t save ${name}` })', ['Couldn’t save …']],
  ['toastFailure("Not saved", error)', ['Not saved']],
  ['<p title={texts.title}>{kind === "lead" && formatName("x")}&nbsp;· –</p>', []],
])('the texts of %s are %j', (source, texts) => {
  expect(textsIn('example.tsx', source)).toEqual(texts);
});

const readTexts = (folder: string) =>
  readdirSync(path.join(sources, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/(\.test\.tsx?|(^|\/)texts\.ts)$/.test(file))
    .flatMap((file) =>
      textsIn(file, readFileSync(path.join(sources, folder, file), 'utf8')).map((text) => `${file}: ${text}`),
    );

test.each(['features', 'ui', 'lib'])('the texts of %s are in texts.ts', (folder) => {
  expect(readTexts(folder)).toEqual([]);
});

test('no style depends on a label', () => {
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.(tsx?|css)$/.test(file),
  );
  const found = files.filter((file) =>
    /in-\[[^\]]*\[(aria-label|title)|has-\[\[?(aria-label|title)|\[(aria-label|title)[~|^$*]?=[^\]]*\][^'"`]*\{/.test(
      readFileSync(path.join(sources, file), 'utf8'),
    ),
  );
  expect(files.length).toBeGreaterThan(300);
  expect(found).toEqual([]);
});
