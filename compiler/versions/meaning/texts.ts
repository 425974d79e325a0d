/** The texts of a tool that state what it means: of the tool, of its arguments and of its results, each with its place (EXT §9 rule 2). */
import { WITH_LIST, WITH_NAMES, WITH_SCHEMA, isObject } from '@haft/runtime/language';
import { memoizeBy } from '../../base/memo.ts';
import type { ToolPlan } from '../../plan/model.ts';

/** A place in terms of the spec. */
export type TextPath = readonly string[];

interface MeaningText {
  readonly path: TextPath;
  /** The tool, parameter or schema that it is about, by `placeKey`. */
  readonly owner: string;
  readonly text: string;
}

export interface MeaningTexts {
  /** By `placeKey`. */
  readonly texts: ReadonlyMap<string, MeaningText>;
  /** Everything that a text can be about, with or without one. */
  readonly owners: ReadonlySet<string>;
}

export function placeKey(path: TextPath): string {
  return JSON.stringify(path);
}

/** Without the parts of a description that name other tools or are made from the rest: they promise nothing about this tool. */
export const meaningTexts = memoizeBy(
  ({ title, authored, inputSchema, returns, outputSchema }: ToolPlan): MeaningTexts => {
    const found: Found = { texts: new Map(), owners: new Set([TOOL]) };
    const { does, when, limits = [] } = authored;
    const parts = when === '' ? { '': does } : { does, when, limits: limits.join('; ') };
    for (const [part, text] of Object.entries(parts)) add(found, ['description', part].filter(Boolean), TOOL, text);
    add(found, ['title'], TOOL, title ?? '');
    const { properties = {}, ...whole } = inputSchema;
    const { $defs } = inputSchema;
    const schemas: readonly Rooted[] = [
      ...Object.entries(properties).map(([name, one]): Rooted => [['parameters', name], one, inputSchema]),
      [['parameters_schema'], whole, inputSchema],
      [['returns'], returns, { $defs, ...returns }],
      [['output_schema'], outputSchema, { $defs, ...outputSchema }],
    ];
    for (const [path, schema, root] of schemas) walkWhole(schema, path, root, found);
    return found;
  },
);

/** A schema with its place, and the whole into which its references lead. */
type Rooted = readonly [path: TextPath, schema: unknown, root: object];

const TOOL = placeKey([]);

interface Found {
  readonly texts: Map<string, MeaningText>;
  readonly owners: Set<string>;
}

/** Two texts at one place, of a reference and next to it, are read together. */
function add({ texts }: Found, path: TextPath, owner: string, text: string): void {
  if (text === '') return;
  const key = placeKey(path);
  const first = texts.get(key);
  texts.set(key, { path, owner, text: first ? `${first.text} ${text}` : text });
}

interface Walk {
  readonly root: object;
  readonly owner: string;
  readonly found: Found;
  /** References that are being followed. */
  readonly open: readonly string[];
  readonly left: { refs: number };
}

/** Of a schema with more, the definitions are read as such. */
const MAX_REFS = 2000;

function walkWhole(schema: unknown, path: TextPath, root: object, found: Found): void {
  const left = { refs: MAX_REFS };
  const context: Walk = { root, owner: '', found, open: [], left };
  walkSchema(schema, path, context);
  if (left.refs >= 0) return;
  for (const key of DEFINITIONS)
    for (const [name, one] of Object.entries(ownMember(root, key))) walkSchema(one, [...path, key, name], context);
}

/** Keywords whose strings are values, names or addresses: another axis judges them. Every other string is a text. */
const NO_TEXT: ReadonlySet<string> = new Set([
  '$ref',
  '$id',
  '$schema',
  '$anchor',
  '$dynamicRef',
  '$dynamicAnchor',
  '$vocabulary',
  'type',
  'format',
  'pattern',
  'enum',
  'const',
  'default',
  'examples',
  'example',
  'required',
  'dependentRequired',
  'x-mcp-header',
  'contentEncoding',
  'contentMediaType',
]);
const DEFINITIONS = ['$defs', 'definitions'] as const;
const HAS_NO_TEXT = (key: string): boolean => NO_TEXT.has(key) || DEFINITIONS.some((one) => one === key);

function walkSchema(schema: unknown, path: TextPath, context: Walk): void {
  const owner = placeKey(path);
  context.found.owners.add(owner);
  walk(schema, path, { ...context, owner });
}

function walk(value: unknown, path: TextPath, context: Walk): void {
  if (typeof value === 'string') return add(context.found, path, context.owner, value);
  if (Array.isArray(value)) return value.forEach((one: unknown, index) => walk(one, [...path, String(index)], context));
  if (!isObject(value)) return;
  for (const [key, inner] of Object.entries(value)) {
    if (key === '$ref') follow(String(inner), path, context);
    if (!HAS_NO_TEXT(key)) walkKeyword(key, inner, [...path, key], context);
  }
}

function walkKeyword(key: string, value: unknown, path: TextPath, context: Walk): void {
  const named = WITH_NAMES.has(key) || WITH_LIST.has(key);
  if (named && typeof value === 'object' && value !== null)
    for (const [name, one] of Object.entries(value)) walkSchema(one, [...path, name], context);
  else if (WITH_SCHEMA.has(key) && isObject(value)) walkSchema(value, path, context);
  else walk(value, path, context);
}

/** A reference reads as what it leads to, so that a schema can move into a definition; a circle ends where it closes. */
function follow(ref: string, path: TextPath, context: Walk): void {
  if (context.open.includes(ref) || (context.left.refs -= 1) < 0) return;
  walk(resolvePointer(context.root, ref), path, { ...context, open: [...context.open, ref] });
}

function resolvePointer(root: object, ref: string): unknown {
  const steps = ref.startsWith('#/') ? ref.slice(2).split('/') : [''];
  return steps
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((value, step) => (isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined), root);
}

function ownMember(root: object, key: string): object {
  const value = Object.entries(root).find(([name]) => name === key)?.[1] as unknown;
  return isObject(value) ? value : {};
}
