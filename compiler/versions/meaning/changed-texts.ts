/** Which texts of released tools read differently now, and whether it was decided that they mean the same (EXT §9 rule 2). */
import { WITH_LIST, WITH_NAMES, WITH_SCHEMA, isObject, ownMember } from '@haft/runtime/language';
import { memoizeBy, memoizeByTwo } from '../../base/memo.ts';
import { wordSet } from '../../base/word-lists.ts';
import { textHash } from '../../plan/hash.ts';
import type { Plan, ToolPlan } from '../../plan/model.ts';
import type { ToolPair } from '../change.ts';
import { type Decision, pairKey } from './decisions.ts';
import { pairUp } from '../pair.ts';

export interface ChangedText {
  readonly server: string;
  readonly tool: string;
  readonly path: TextPath;
  /** Empty where there was none, or is none now. */
  readonly before: string;
  readonly after: string;
  /** By `pairKey`. */
  readonly key: string;
}

/** A changed text with what was decided about it, if anything. */
export interface JudgedText extends ChangedText {
  readonly decision?: Decision;
}

/** Of tools that both Plans have; what is new, a successor among it, promised nothing before. */
export const changedTexts = memoizeByTwo((before: Plan, after: Plan): readonly ChangedText[] =>
  pairUp(before, after).tool.flatMap(inTool),
);

function inTool({ before, after, server }: ToolPair): ChangedText[] {
  if (!before || !after) return [];
  const [old, now] = [meaningTexts(before), meaningTexts(after)];
  const changed = new Map<string, ChangedText>();
  for (const place of new Set([...old.texts.keys(), ...now.texts.keys()])) {
    const pair = { before: textAt(old, now, place), after: textAt(now, old, place) };
    const [left, right] = [normalizeText(pair.before), normalizeText(pair.after)];
    const path = (now.texts.get(place) ?? old.texts.get(place))?.path ?? [];
    // A title that follows the name changes with it.
    if (left === right || (before.name !== after.name && path[0] === 'title')) continue;
    const about = { server, tool: after.name, path };
    const key = pairKey({ ...about, before: textHash(left), after: textHash(right) });
    if (!changed.has(key)) changed.set(key, { ...about, ...pair, key });
  }
  return [...changed.values()];
}

/** A text about something that only one side has belongs to a change of form, which another rule judges. */
function textAt(side: MeaningTexts, other: MeaningTexts, place: string): string {
  const text = side.texts.get(place);
  return text && other.owners.has(text.owner) ? text.text : '';
}

/** Blanks, line breaks, the shape of quotes and dashes, and a period at the end carry no meaning; other punctuation may. */
export function normalizeText(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/[\u2018\u2019\u201A\u201B]/g, "'")
    .replaceAll(/[\u201C\u201D\u201E\u201F]/g, '"')
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/ ?\.$/, '');
}

export function judgedTexts(before: Plan, after: Plan, decisions: readonly Decision[]): readonly JudgedText[] {
  const byKey = new Map(decisions.map((one) => [pairKey(one), one]));
  return changedTexts(before, after).map((text) => {
    const decision = byKey.get(text.key);
    return decision ? { ...text, decision } : text;
  });
}

/** `before` and `after` of a decision are in the key of the text that it is about. */
export function decide(texts: readonly ChangedText[], reason: string, date: string): readonly Decision[] {
  return texts.map(({ server, tool, path, before, after }) => ({
    server,
    tool,
    path,
    before: textHash(normalizeText(before)),
    after: textHash(normalizeText(after)),
    decision: 'same meaning',
    reason,
    date,
  }));
}

/** Those that are about a text as it is now: why it reads as it does. The others answer nothing any more. */
export function currentDecisions({ servers }: Plan, decisions: readonly Decision[]): readonly Decision[] {
  const byTool = new Map(
    servers.flatMap(({ name, tools }) => tools.map((tool) => [JSON.stringify([name, tool.name]), tool] as const)),
  );
  return decisions.filter(({ server, tool, path, after }) => {
    const owner = byTool.get(JSON.stringify([server, tool]));
    return owner && textHash(normalizeText(meaningTexts(owner).texts.get(placeKey(path))?.text ?? '')) === after;
  });
}

/** A place in terms of the spec. */
type TextPath = readonly string[];

interface MeaningText {
  readonly path: TextPath;
  /** The tool, parameter or schema that it is about, by `placeKey`. */
  readonly owner: string;
  readonly text: string;
}

interface MeaningTexts {
  /** By `placeKey`. */
  readonly texts: ReadonlyMap<string, MeaningText>;
  /** Everything that a text can be about, with or without one. */
  readonly owners: ReadonlySet<string>;
}

/** The texts of a tool that state what it means: of the tool, of its arguments and of its results, each with its place (EXT §9 rule 2). */
function placeKey(path: TextPath): string {
  return JSON.stringify(path);
}

/** Without the parts of a description that name other tools or are made from the rest: they promise nothing about this tool. */
export const meaningTexts = memoizeBy(
  ({ title, authored, inputSchema, returns, outputSchema }: ToolPlan): MeaningTexts => {
    const meaning: Found = { texts: new Map(), owners: new Set([TOOL]) };
    const { does, when, limits = [] } = authored;
    const parts = when === '' ? { '': does } : { does, when, limits: limits.join('; ') };
    for (const [part, text] of Object.entries(parts)) add(meaning, ['description', part].filter(Boolean), TOOL, text);
    add(meaning, ['title'], TOOL, title ?? '');
    const { properties = {}, ...whole } = inputSchema;
    const { $defs } = inputSchema;
    const schemas: readonly Rooted[] = [
      ...Object.entries(properties).map(([name, one]): Rooted => [['parameters', name], one, inputSchema]),
      [['parameters_schema'], whole, inputSchema],
      [['returns'], returns, { $defs, ...returns }],
      [['output_schema'], outputSchema, { $defs, ...outputSchema }],
    ];
    for (const [path, schema, root] of schemas) walkWhole(schema, path, root, meaning);
    return meaning;
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
  const key = placeKey(path);
  const first = texts.get(key);
  texts.set(key, { path, owner, text: first ? `${first.text} ${text}`.trim() : text });
}

interface Walk {
  readonly root: object;
  readonly owner: string;
  readonly meaning: Found;
  /** References that are being followed. */
  readonly open: readonly string[];
  readonly budget: { refs: number };
}

/** Of a schema with more, the definitions are read as such. */
const MAX_REFS = 2000;

function walkWhole(schema: unknown, path: TextPath, root: object, meaning: Found): void {
  const budget = { refs: MAX_REFS };
  const context: Walk = { root, owner: '', meaning, open: [], budget };
  walkSchema(schema, path, context);
  if (budget.refs >= 0) return;
  for (const key of DEFINITIONS) walkKeyword(key, resolvePointer(root, `#/${key}`), [...path, key], context);
}

/** Keywords whose strings are values, names or addresses: another axis judges them. Every other string is a text; definitions are read where references lead. */
const NO_TEXT = wordSet(`
  $ref $id $schema $anchor $dynamicRef $dynamicAnchor $vocabulary type format pattern enum const default examples example required
  dependentRequired x-mcp-header contentEncoding contentMediaType $defs definitions
`);
const DEFINITIONS = ['$defs', 'definitions'];

function walkSchema(schema: unknown, path: TextPath, context: Walk): void {
  const owner = placeKey(path);
  context.meaning.owners.add(owner);
  walk(schema, path, { ...context, owner });
}

function walk(value: unknown, path: TextPath, context: Walk): void {
  if (typeof value === 'string') return add(context.meaning, path, context.owner, value);
  if (Array.isArray(value)) return value.forEach((one: unknown, index) => walk(one, [...path, String(index)], context));
  if (!isObject(value)) return;
  for (const [key, inner] of Object.entries(value)) {
    if (key === '$ref') follow(String(inner), path, context);
    if (!NO_TEXT.has(key)) walkKeyword(key, inner, [...path, key], context);
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
  if (context.open.includes(ref) || (context.budget.refs -= 1) < 0) return;
  walk(resolvePointer(context.root, ref), path, { ...context, open: [...context.open, ref] });
}

function resolvePointer(root: object, ref: string): unknown {
  const steps = ref.startsWith('#/') ? ref.slice(2).split('/') : [''];
  return steps
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((value, step) => (isObject(value) ? ownMember(value, step) : undefined), root);
}
