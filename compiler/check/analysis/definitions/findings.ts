/** Uses of definitions that do not resolve, are circular, or expand to more than a tool can hold. */
import { capital } from '../../../base/text/escape.ts';
import { meantOr } from '../unknown-name.ts';
import { type Schema, ownMember } from '@haft/runtime/language';
import { memoizeBy } from '../../../base/memo.ts';
import type { NodePath, SpecDocument } from '../../../spec/yaml/spec.ts';
import { describePlace, show, specAt } from '../../../spec/shape/place.ts';
import { keywordsShape } from '../../../spec/shape/parameter.ts';
import { type ShapeFinding, isAuthoredSchema, unsoundAt } from '../../documents/check-shape.ts';
import type { ToolSpec } from '../../documents/tool.ts';
import { innerSchemas } from '../schemas/inner-schemas.ts';
import { expandedDefinition, mentionsOf } from './expand.ts';
import type { AuthoredSchema, Definitions, Mention } from './expand.ts';
import { mentionsOfTool } from './shared.ts';

/** Schemas that definitions may bring into one tool; a model reads all of them. */
const MAX_SCHEMAS = 5_000;

/** The names in a hint, of which more are not read. */
export function knownOr(names: readonly string[], otherwise: string): string {
  return names.length > 0 ? `Known: ${names.slice(0, 20).join(', ')}.` : otherwise;
}

/** Findings in the definitions themselves. */
export function definitionFindings(document: SpecDocument, definitions: Definitions): ShapeFinding[] {
  return [...mentionsOf(definitions)].flatMap(([name, mentions]) => {
    const path = ['definitions', name];
    const uses = useFindings(document, path, mentions, definitions);
    const next = (one: string): string[] => usesOf(mentionsOf(definitions).get(one) ?? []).map((use) => use.name);
    const circles = usesOf(mentions).filter((use) => leadTo([use.name], name, next));
    return [...uses, ...circles.map((use) => circle(document, [...path, ...use.path], name))];
  });
}

/** Uses of definitions of profile `mcp` by a tool of profile `ext`, in its own document. */
export function foreignUses(document: SpecDocument, definitions: Definitions): ShapeFinding[] {
  const tool = specAt<ToolSpec>(document);
  return usesOf(mentionsOfTool(tool)).flatMap(({ name, path }) => {
    const schema = expandedDefinition(name, definitions);
    if (isAuthoredSchema(schema)) return [];
    const keys = [...new Set(foreignKeys(schema))];
    const what = keys.length > 0 ? keys.map((key) => `\`${key}\``).join(', ') : 'forms';
    const message = `The definition ${show(name)} has ${what}, which profile ext does not allow.`;
    const hint =
      'Write the schema inline in a form that profile ext allows, or give the folder of the tool the profile of its server.';
    return [unsoundAt(document, path, { code: 'spec/foreign-definition', message, hint })];
  });
}

function foreignKeys(schema: Schema): string[] {
  const own = Object.keys(schema).filter((key) => !Object.hasOwn(keywordsShape.schema['properties'] ?? {}, key));
  return [...own, ...innerSchemas(schema, 'mcp').flatMap((inner) => foreignKeys(inner.schema))];
}

/** Findings in a tool at `path` of its document. */
export function toolFindings(document: SpecDocument, path: NodePath, definitions: Definitions): ShapeFinding[] {
  const tool = specAt<ToolSpec>(document, path);
  const mentions = mentionsOfTool(tool);
  if (mentions.length === 0) return [];
  const unresolved = useFindings(document, path, mentions, definitions);
  if (unresolved.length > 0) return unresolved;
  const sizes = sizesOf(definitions);
  const size = usesOf(mentions).reduce((sum, { name }) => sum + (sizes.get(name) ?? 0), 0);
  const [first] = usesOf(mentions);
  return size > MAX_SCHEMAS && first ? [tooMuch(document, [...path, ...first.path], size)] : [];
}

function usesOf(mentions: readonly Mention[]): readonly Mention[] {
  return mentions.filter(({ by }) => by === 'use');
}

function useFindings(
  document: SpecDocument,
  base: NodePath,
  mentions: readonly Mention[],
  definitions: Definitions,
): ShapeFinding[] {
  const unknown = usesOf(mentions).filter(({ name }) => !ownMember(definitions, name));
  return unknown.map(({ name, path }) => {
    const names = Object.keys(definitions);
    const hint = meantOr(name, names, knownOr(names, 'Add it under `definitions:` of the server.'));
    const place = capital(describePlace(document, [...base, ...path]));
    const message = `${place} refers to the definition ${show(name)}, which the server does not declare.`;
    return unsoundAt(document, [...base, ...path], { code: 'spec/unknown-definition', message, hint });
  });
}

function circle(document: SpecDocument, path: NodePath, name: string): ShapeFinding {
  const message = `${capital(describePlace(document, path))} refers back to the definition ${show(name)}.`;
  const hint = 'Replace one reference by the schema itself; a definition that contains itself is infinite.';
  return unsoundAt(document, path, { code: 'spec/endless-definition', message, hint });
}

function tooMuch(document: SpecDocument, path: NodePath, size: number): ShapeFinding {
  const message = `Definitions expand to ${Math.min(size, Number.MAX_SAFE_INTEGER)} schemas in ${describePlace(document, path.slice(0, path[0] === 'tools' ? 2 : 0))}; the maximum is ${MAX_SCHEMAS}.`;
  const hint = 'Use smaller definitions: a model reads all of them before it can call the tool.';
  return unsoundAt(document, path, { code: 'spec/definition-size', message, hint });
}

/** Whether one of these is the goal, or leads to it. */
export function leadTo(starts: readonly string[], goal: string, next: (name: string) => readonly string[]): boolean {
  const visited = new Set<string>();
  const open = [...starts];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (name === goal) return true;
    if (!visited.has(name)) open.push(...next(name));
    visited.add(name);
  }
  return false;
}

/** How many schemas each definition has when it is written out; only for definitions without circles. */
const sizesOf = memoizeBy((definitions: Definitions): ReadonlyMap<string, number> => {
  const sizes = new Map<string, number>();
  const sizeOf = (name: string): number => {
    const entry = sizes.get(name);
    if (entry !== undefined) return entry;
    const uses = usesOf(mentionsOf(definitions).get(name) ?? []);
    const own = schemasIn(ownMember(definitions, name) ?? {});
    const size = uses.reduce((sum, use) => sum + sizeOf(use.name), own);
    sizes.set(name, size);
    return size;
  };
  for (const name of Object.keys(definitions)) sizeOf(name);
  return sizes;
});

function schemasIn(schema: AuthoredSchema): number {
  return innerSchemas(schema, 'mcp').reduce((sum, inner) => sum + schemasIn(inner.schema), 1);
}
