/** What the rules about parameters say of a single one. */
import { stringify } from 'yaml';
import { expect } from 'vitest';
import type { Settings } from '../../compiler/check/settings.ts';
import { check } from '../../compiler/check/check.ts';
import { load } from '../../compiler/spec/yaml/load.ts';
import type { Schema, SchemaType } from '../../runtime/language/schema.ts';
import { layOver } from './example.ts';
import { settingsWith } from './settings.ts';

/** Name, type (with what belongs to it), description, and the rule that has to fire. */
export type Row = readonly [name: string, type: SchemaType | Schema, description: string, rule?: string];

const ABOUT_PARAMETERS = settingsWith((id) => id.startsWith('param/'));

export function saidOf(
  [name, type, description]: Row,
  options: { settings?: Settings; optional?: boolean } = {},
): string[] {
  const schema = { ...(typeof type === 'string' ? { type } : type), description };
  const example = stringify({
    parameters: { [name]: schema },
    ...(!options.optional && { required: [name] }),
  });
  const { value, diagnostics: unread } = load([layOver('param', example).source]);
  const diagnostics = [...unread, ...check(value, { settings: options.settings ?? ABOUT_PARAMETERS }).diagnostics];
  expect(diagnostics.filter(({ code }) => /^(?:yaml|spec)\//.test(code))).toEqual([]);
  return [...new Set(diagnostics.flatMap(({ code }) => (code.startsWith('param/') ? [code.slice(6)] : [])))].sort();
}
