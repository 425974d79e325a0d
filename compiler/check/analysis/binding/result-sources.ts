/** Checks that `result:` and `returns:` name the same properties, and that every result rule has one source. */
import type { ResultRule, ResultSource, ResultTable } from '@haft/runtime';
import { type Schema, type SchemaType, dateFormatProblem, ownMember } from '@haft/runtime/language';
import type { BehaviorProblem, PlacedProblem } from '../../../spec/behaviors/behavior.ts';
import type { NodePath } from '../../../spec/yaml/spec.ts';
import type { ToolSpec as WholeTool } from '../../documents/tool.ts';
import { unknownName, meantOr } from '../unknown-name.ts';
import { mismatches } from './fitting.ts';

/** What a rule may name, and what it fills; without `returns` any property. */
type ToolSpec = Pick<WholeTool, 'name' | 'parameters' | 'returns' | 'definitions'>;

const SOURCES = [
  'pointer',
  'each',
  'entries',
  'first',
  'header',
  'argument',
  'value',
  'length',
  'exists',
  'keys',
  'note',
] as const;

/** `base` is the path of `result:` below the tool; `mayBeCut` where the output can end early. */
export function resultProblems(table: ResultTable, tool: ToolSpec, base: NodePath, mayBeCut: boolean): PlacedProblem[] {
  const missing = (tool.returns?.required ?? []).filter((name) => !Object.hasOwn(table, name));
  return [
    ...checkTable(table, tool.returns, tool, base),
    ...noteProblems(table, tool, base),
    ...countProblems(table, base, mayBeCut),
    ...missing.map((name) => ({
      path: base,
      message: `\`returns\` requires "${name}", but \`result\` has no source for it.`,
      hint: `Add "${name}" here, or remove it from \`required\` of \`returns\`.`,
    })),
  ];
}

/** A note is at the top of the result, and only where something can be left out. */
function noteProblems(table: ResultTable, { returns }: ToolSpec, base: NodePath): PlacedProblem[] {
  const notes = notesOf(table);
  const required = notes.filter((name) => returns?.required?.includes(name));
  return [
    ...placesOf(table, base, (rule) => 'note' in rule && rule)
      .filter(({ path }) => path.length > base.length + 1)
      .map(({ path }) => ({
        path,
        message: 'A `note` is only allowed at the top level of `result`.',
        hint: 'Move it to a separate property, such as note: { note: There is more. }.',
      })),
    ...(notes.length > 0 ? [] : placesOf(table, base, (rule) => 'limit' in rule && rule)).map(({ path }) => ({
      path: [...path, 'limit'],
      message: 'This `limit` can leave something out, but `result` has no `note`.',
      hint: 'Add a property with a note: note: { note: There is more; narrow the search. }.',
    })),
    ...required.map((name) => ({
      path: [...base, name],
      message: `\`returns\` requires "${name}", but a \`note\` is absent when nothing is left out.`,
      hint: `Remove "${name}" from \`required\` of \`returns\`.`,
    })),
  ];
}

/** Two amounts that are left out cannot be added, and of output that ended early the rest is not known. */
function countProblems(table: ResultTable, base: NodePath, mayBeCut: boolean): PlacedProblem[] {
  const cuts = cutsIn(table, base);
  return Object.entries(table).flatMap(([name, rule]) => {
    if (typeof rule === 'string' || !('note' in rule)) return [];
    const path = [...base, name, 'note'];
    const strange = [...rule.note.matchAll(/\{([^{}]*)\}/g)].filter(([, variable]) => variable !== 'left_out');
    const unknown = strange.map(([whole]) => ({
      path,
      message: `A note has only the variable {left_out}, not ${whole}.`,
      hint: 'Write {left_out} for the number of elements or characters that are left out, or text without braces.',
    }));
    if (!rule.note.includes('{left_out}') || (cuts.length === 1 && !mayBeCut)) return unknown;
    const message = mayBeCut
      ? 'The number for {left_out} is not known where output is truncated.'
      : `The number for {left_out} is not known where ${cuts.length} properties are cut.`;
    return [...unknown, { path, message, hint: 'Write the note without {left_out}.' }];
  });
}

/** Properties that are notes. */
export function notesOf(table: ResultTable): readonly string[] {
  return Object.entries(table).flatMap(([name, rule]) => (typeof rule === 'object' && 'note' in rule ? [name] : []));
}

/** What can leave something out. */
export function cutsIn(table: ResultTable, base: NodePath): readonly { readonly path: NodePath }[] {
  return placesOf(table, base, (rule) => 'limit' in rule || 'slice' in rule);
}

/** The rules in a table, at every depth, that a test picks. */
function placesOf(table: ResultTable, base: NodePath, picks: (rule: object) => unknown): { path: NodePath }[] {
  const inRule = (rule: ResultRule, path: NodePath): { path: NodePath }[] => {
    if (typeof rule === 'string') return [];
    return [
      ...(picks(rule) ? [{ path }] : []),
      ...('fields' in rule ? placesOf(rule.fields ?? {}, [...path, 'fields'], picks) : []),
      ...('item' in rule ? inRule(rule.item, [...path, 'item']) : []),
      ...('first' in rule ? rule.first.flatMap((one, at) => inRule(one, [...path, 'first', at])) : []),
    ];
  };
  return Object.entries(table).flatMap(([name, rule]) => inRule(rule, [...base, name]));
}

function checkTable(table: ResultTable, schema: Schema | undefined, tool: ToolSpec, base: NodePath): PlacedProblem[] {
  return Object.entries(table).flatMap(([name, rule]) => {
    const path = [...base, name];
    const declaredNames = Object.keys(schema?.properties ?? {});
    const inner = declaredNames.includes(name) ? schema?.properties?.[name] : undefined;
    if (schema?.properties && !inner) return [{ path, ...undeclaredProperty(name, declaredNames) }];
    return checkRule(rule, inner, tool, path);
  });
}

function undeclaredProperty(name: string, declaredNames: readonly string[]): BehaviorProblem {
  return {
    message: `\`result\` sets "${name}", which \`returns\` does not declare.`,
    hint: meantOr(name, declaredNames, `Declare "${name}" under \`properties\` of \`returns\`.`),
  };
}

function checkRule(rule: ResultRule, schema: Schema | undefined, tool: ToolSpec, path: NodePath): PlacedProblem[] {
  if (typeof rule === 'string') return [];
  const sources = SOURCES.filter((source) => source in rule);
  // A map of properties needs no pointer.
  if (sources.length !== 1 && !(sources.length === 0 && 'fields' in rule)) {
    const what = sources.length === 0 ? 'no source' : `${sources.length} sources: ${sources.join(', ')}`;
    return [{ path, message: `This result rule has ${what}.`, hint: `Use exactly one of ${SOURCES.join(', ')}.` }];
  }
  return [
    ...checkSource(rule, schema, tool, path),
    ...checkCounts(rule, tool, path),
    ...checkReading(rule, path),
    ...checkWhere(rule, path),
    ...mismatches(rule, schema, tool).map((one) => ({ ...one, path: [...path, ...one.path] })),
  ];
}

function checkSource(rule: ResultSource, schema: Schema | undefined, tool: ToolSpec, path: NodePath): PlacedProblem[] {
  if ('argument' in rule) return namesParameter(rule.argument, tool, [...path, 'argument']);
  if (!('pointer' in rule) && 'suffix' in rule)
    return [
      { path, message: '`suffix` needs `pointer`.', hint: 'Add a pointer to the map that contains the property.' },
    ];
  if ('first' in rule) return rule.first.flatMap((one, at) => checkRule(one, schema, tool, [...path, 'first', at]));
  if (!('each' in rule || 'entries' in rule))
    return 'fields' in rule ? checkTable(rule.fields, schema, tool, [...path, 'fields']) : [];
  if ('fields' in rule === 'item' in rule) {
    const key = 'each' in rule ? 'each' : 'entries';
    const message = `\`${key}\` ${'item' in rule ? 'has both' : 'needs'} \`fields\` ${'item' in rule ? 'and' : 'or'} \`item\`.`;
    const hint = 'Write fields: { title: /title } for a list of maps, or item: /title for a list of texts.';
    return [{ path, message, hint }];
  }
  if ('item' in rule) return checkRule(rule.item, schema?.items, tool, [...path, 'item']);
  return checkTable(rule.fields, schema?.items, tool, [...path, 'fields']);
}

/** The parameters by which a result is cut. */
function checkCounts({ slice, limit }: Exclude<ResultRule, string>, tool: ToolSpec, path: NodePath): PlacedProblem[] {
  const sides = slice ? (['start', 'length'] as const) : [];
  return [
    ...sides.flatMap((side) => namesParameter(slice?.[side] ?? '', tool, [...path, 'slice', side], 'integer')),
    ...(typeof limit === 'string' ? namesParameter(limit.slice(1, -1), tool, [...path, 'limit'], 'integer') : []),
  ];
}

/** Sources that find one value, which may be a text. */
const READABLE = ['pointer', 'first', 'header', 'argument'] as const;

function checkReading(rule: Exclude<ResultRule, string>, base: NodePath): PlacedProblem[] {
  const { as: reading } = rule;
  if (reading === undefined) return [];
  const path = [...base, 'as'];
  if (!READABLE.some((source) => source in rule) || 'fields' in rule) {
    const hint = 'For each element of a list, write item: { pointer: /price, as: number }.';
    return [{ path, message: `\`as\` reads one text, from ${READABLE.join(', ')}.`, hint }];
  }
  if (typeof reading === 'string') return [];
  if (Object.keys(reading).length !== 1)
    return [
      { path, message: '`as` needs either `number` or `date`.', hint: 'Write as: number, or as: { date: yyyyMMdd }.' },
    ];
  const problem = 'date' in reading ? dateFormatProblem(reading.date) : undefined;
  const hint = "Write it with letters of Unicode TR 35, and other text in quotes, such as yyyyMMdd'T'HHmmss'Z'.";
  return problem === undefined
    ? []
    : [{ path: [...path, 'date'], message: `This format cannot be read: ${problem}.`, hint }];
}

function checkWhere(rule: Exclude<ResultRule, string>, path: NodePath): PlacedProblem[] {
  if (!('where' in rule) || 'each' in rule || 'entries' in rule || 'length' in rule) return [];
  const hint = 'Write each: /items, where: { /type: book }, fields: { title: /title }.';
  return [{ path: [...path, 'where'], message: '`where` needs `each`, `entries` or `length`.', hint }];
}

function namesParameter(name: string, tool: ToolSpec, path: NodePath, type?: SchemaType): PlacedProblem[] {
  const parameters = tool.parameters ?? {};
  const parameter = ownMember(parameters, name);
  if (!parameter) {
    const [, hint] = unknownName('parameter', name, Object.keys(parameters));
    return [{ path, message: `"${name}" is not a parameter of tool "${tool.name}".`, hint }];
  }
  if (type === undefined || parameter.type === type) return [];
  return [
    {
      path,
      message: `Parameter "${name}" has type ${[parameter.type ?? 'any'].flat().join(' or ')}, expected ${type}.`,
      hint: `Use a parameter of type ${type}.`,
    },
  ];
}
