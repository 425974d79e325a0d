/** Checks that `result:` and `returns:` name the same properties, and that every result rule has one source. */
import type { ResultRule, ResultSource, ResultTable, Slice } from '@haft/runtime';
import { nearest } from '@haft/runtime/language';
import type { Schema, SchemaType } from '@haft/runtime/language';
import type { PlacedProblem, Problem } from '../../behaviors/behavior.ts';
import type { NodePath } from '../../load/spec.ts';
import type { ToolSpec } from '../documents/tool.ts';
import { unknownName } from '../unknown-name.ts';

const SOURCES = ['pointer', 'header', 'argument', 'value', 'length', 'each'] as const;

/** `base` is the path of `result:` below the tool. */
export function checkResult(table: ResultTable, tool: ToolSpec, base: NodePath): PlacedProblem[] {
  return [
    ...checkTable(table, tool.returns, tool, base),
    ...missing(table, tool.returns).map((name) => ({
      path: base,
      message: `\`returns\` requires "${name}", but \`result\` has no source for it.`,
      hint: `Add "${name}" here, or remove it from \`required\` of \`returns\`.`,
    })),
  ];
}

function missing(table: ResultTable, returns: Schema | undefined): string[] {
  return (returns?.required ?? []).filter((name) => !Object.hasOwn(table, name));
}

function checkTable(table: ResultTable, schema: Schema | undefined, tool: ToolSpec, base: NodePath): PlacedProblem[] {
  return Object.entries(table).flatMap(([name, rule]) => {
    const path = [...base, name];
    const known = Object.keys(schema?.properties ?? {});
    const inner = known.includes(name) ? schema?.properties?.[name] : undefined;
    if (schema?.properties && !inner) return [{ path, ...undeclared(name, known) }];
    return checkRule(rule, inner, tool, path);
  });
}

function undeclared(name: string, known: readonly string[]): Problem {
  const guess = nearest(name, known);
  return {
    message: `\`result\` sets "${name}", which \`returns\` does not declare.`,
    hint: guess ? `Did you mean "${guess}"?` : `Declare "${name}" under \`properties\` of \`returns\`.`,
  };
}

function checkRule(rule: ResultRule, schema: Schema | undefined, tool: ToolSpec, path: NodePath): PlacedProblem[] {
  if (typeof rule === 'string') return [];
  const sources = SOURCES.filter((source) => source in rule);
  if (sources.length !== 1) {
    const what = sources.length === 0 ? 'no source' : `${sources.length} sources: ${sources.join(', ')}`;
    return [{ path, message: `This result rule has ${what}.`, hint: `Use exactly one of ${SOURCES.join(', ')}.` }];
  }
  return [...checkSource(rule, schema, tool, path), ...checkSlice(rule.slice, tool, [...path, 'slice'])];
}

function checkSource(rule: ResultSource, schema: Schema | undefined, tool: ToolSpec, path: NodePath): PlacedProblem[] {
  if ('argument' in rule) return namesParameter(rule.argument, tool, [...path, 'argument']);
  if (!('pointer' in rule) && 'suffix' in rule)
    return [
      { path, message: '`suffix` needs `pointer`.', hint: 'Add a pointer to the map that contains the property.' },
    ];
  if (!('each' in rule)) return [];
  if ('fields' in rule) return checkTable(rule.fields, schema?.items, tool, [...path, 'fields']);
  const hint = 'List the properties to take from each element: fields: { title: /title }.';
  return [{ path, message: '`each` needs `fields`.', hint }];
}

function checkSlice(slice: Slice | undefined, tool: ToolSpec, path: NodePath): PlacedProblem[] {
  if (!slice) return [];
  return (['start', 'length'] as const).flatMap((side) =>
    namesParameter(slice[side], tool, [...path, side], 'integer'),
  );
}

function namesParameter(name: string, tool: ToolSpec, path: NodePath, type?: SchemaType): PlacedProblem[] {
  const parameters = tool.parameters ?? {};
  const parameter = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
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
