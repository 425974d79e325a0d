/** What the rules about parameters say of a single one. */
import { stringify } from 'yaml';
import { expect } from 'vitest';
import type { Settings } from '../../compiler/check/settings.ts';
import { planSpecs } from '../../compiler/plan/plan-specs.ts';
import type { Schema, SchemaType } from '../../runtime/language/schema.ts';
import { layOver } from './example.ts';

/** Name, type (with what belongs to it), description, and the rule that has to fire. */
export type Row = readonly [name: string, type: SchemaType | Schema, description: string, rule?: string];

export function saidOf(
  [name, type, description]: Row,
  options: { settings?: Settings; optional?: boolean } = {},
): string[] {
  const schema = { ...(typeof type === 'string' ? { type } : type), description };
  const example = stringify({
    parameters: { [name]: schema },
    ...(!options.optional && { required: [name] }),
  });
  const { diagnostics } = planSpecs(
    [layOver('param', example).source],
    options.settings && { settings: options.settings },
  );
  expect(diagnostics.filter(({ code }) => /^(?:yaml|spec)\//.test(code))).toEqual([]);
  return [...new Set(diagnostics.flatMap(({ code }) => (code.startsWith('param/') ? [code.slice(6)] : [])))].sort();
}
