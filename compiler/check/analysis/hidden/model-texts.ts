/** Every text that a model can read, with its place. Rules about such texts use only these lists. */
import type { PlacedStep } from '../../../spec/behaviors/behavior.ts';
import { behaviorsOf } from '../../../spec/behaviors/index.ts';
import type { NodePath, PairSide } from '../../../spec/yaml/spec.ts';
import type { ServerSpec } from '../../documents/server.ts';
import type { SkillSpec } from '../../documents/skill.ts';
import { PASSED_KEYS, type PassedOn, type ToolSpec } from '../../documents/tool.ts';
import type { SkillFile, SkillPart } from '../../model.ts';

/** For each key of a document: whether models read what is in it. A new key has to say so. */
type Keys<T> = { readonly [K in keyof Required<T>]: boolean };

const TOOL_KEYS: Keys<Omit<ToolSpec, 'http' | 'command' | 'file' | 'mcp' | 'handler' | keyof PassedOn>> = {
  name: true,
  title: true,
  description: true,
  parameters: true,
  required: true,
  at_least_one: true,
  definitions: true,
  additional_parameters: true,
  parameters_schema: true,
  returns: true,
  output_schema: true,
  results: false,
  hints: true,
  icons: true,
  meta: true,
  execution: true,
  effects: false,
  idempotent: false,
  open_world: false,
  evals: false,
  replaces: false,
  deprecated: true,
  from: false,
};

const PASSED_READ = Object.fromEntries(Object.entries(PASSED_KEYS).map(([key, { isRead }]) => [key, isRead]));

const SKILL_KEYS: Keys<SkillSpec> = {
  kind: false,
  name: true,
  title: true,
  version: true,
  description: true,
  context: true,
  steps: true,
  example: true,
  never: true,
  references: true,
  servers: true,
  license: true,
  compatibility: true,
  metadata: true,
  allowed_tools: true,
  front_matter: true,
  front_matter_source: true,
  text: true,
  text_file: false,
  evals: false,
};

/** Descriptions, schemas with their enums and defaults, results, and the words for failures. */
export function shownOf(tool: ToolSpec): object {
  const behaviors = behaviorsOf(tool).map(({ key, failureKeys, steps: [work, ...checks], result }) => {
    const failuresOf = (step: PlacedStep | undefined): object => pick(step?.spec ?? {}, failureKeys);
    return [key, { ...failuresOf(work), before: checks.map(failuresOf), result }];
  });
  return { ...readOf(tool, { ...TOOL_KEYS, ...PASSED_READ }), ...Object.fromEntries(behaviors) };
}

function readOf(spec: object, keys: Readonly<Record<string, boolean>>): object {
  return Object.fromEntries(Object.entries(spec).filter(([key]) => keys[key] === true));
}

function pick(step: object, keys: readonly string[]): object {
  return Object.fromEntries(Object.entries(step).filter(([key]) => keys.includes(key)));
}

/** The instructions, and the words for failures that hold for all its tools. */
export function serverTexts(server: ServerSpec): KeyOrText[] {
  const { name, title, summary, instructions, env = {}, connections = {}, programs = {}, upstreams = {} } = server;
  return [
    ...keysAndTextsIn({ name, title, summary, instructions }),
    ...Object.entries(env).flatMap(([name, { description, on_missing }]) =>
      keysAndTextsIn({ description, on_missing }, ['env', name]),
    ),
    ...Object.entries(connections).flatMap(([name, { on_unreachable, errors }]) => {
      return keysAndTextsIn({ on_unreachable, errors }, ['connections', name]);
    }),
    ...Object.entries(programs).flatMap(([name, { not_found, exit_codes }]) => {
      return keysAndTextsIn({ not_found, exit_codes }, ['programs', name]);
    }),
    ...Object.entries(upstreams).flatMap(([name, { on_unreachable }]) => {
      return keysAndTextsIn({ on_unreachable }, ['upstreams', name]);
    }),
  ];
}

/** A text of a skill: a value of its document, or a whole file. */
export interface SkillText {
  /** In the document; of a file, what brings it in. */
  readonly path: NodePath;
  readonly text: string;
  readonly file?: string;
}

/** The values of its document, its body, and its files that are text. */
export function skillTexts(skill: SkillPart, files: readonly SkillFile[]): readonly SkillText[] {
  const { spec, folder } = skill;
  const values = keysAndTextsIn(readOf(spec, SKILL_KEYS)).filter(({ part }) => part === 'value');
  return [
    ...values.map((one) => {
      const isFile = one.path[0] === 'text' && spec.text_file !== undefined;
      return isFile ? { path: ['text_file'], text: unmarked(one.text), file: folder + spec.text_file } : one;
    }),
    ...files.flatMap(({ path, bytes }): SkillText[] => {
      const text = textIn(bytes);
      return text === undefined ? [] : [{ path: broughtBy(skill, path.slice(folder.length)), text, file: path }];
    }),
  ];
}

function broughtBy({ spec }: SkillPart, file: string): NodePath {
  const index = (spec.references ?? []).findIndex((one) => one.file === file);
  return index === -1 ? ['name'] : ['references', index, 'file'];
}

/** A mark of the byte order is no text; places stay. */
function unmarked(text: string): string {
  return text.replace(/^\uFEFF/, ' ');
}

/** Undefined for what is no text. */
function textIn(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.includes('\0') ? undefined : unmarked(text);
  } catch {
    return undefined;
  }
}

/** Every text inside a value, however deep, with its place. */
export interface PlacedText {
  readonly path: NodePath;
  readonly text: string;
}

export interface KeyOrText extends PlacedText {
  readonly part: PairSide;
}

export function textsIn(value: unknown): PlacedText[] {
  return keysAndTextsIn(value).filter(({ part }) => part === 'value');
}

export function keysAndTextsIn(value: unknown, path: NodePath = []): KeyOrText[] {
  if (typeof value === 'string') return [{ path, part: 'value', text: value }];
  if (Array.isArray(value)) return value.flatMap((one, index) => keysAndTextsIn(one, [...path, index]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => {
    const inner = [...path, key];
    return one === undefined ? [] : [{ path: inner, part: 'key' as const, text: key }, ...keysAndTextsIn(one, inner)];
  });
}
