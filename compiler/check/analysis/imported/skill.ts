/** Reads the keys that only skills of profile `mcp` have: one text as description, one as body, and front matter. */
import { capital } from '../../../base/text/escape.ts';
import type { Json, JsonObject } from '@haft/runtime/language';
import { flatMapMemo } from '../../../base/memo.ts';
import { inOrderOf, rewordFrontMatter } from '../../../spec/shape/front-matter.ts';
import type { NodePath, SpecDocument } from '../../../spec/yaml/spec.ts';
import { describePlace, valueAt } from '../../../spec/shape/place.ts';
import { UNDESCRIBED, joinParts, skillDescription } from '../../description.ts';
import { type ShapeFinding, unsoundAt } from '../../documents/check-shape.ts';
import { type SkillSpec, skillShape } from '../../documents/skill.ts';
import type { ImportedSkill, Located, SkillFile, ToolPart } from '../../model.ts';
import type { Diagnostic } from '../../../base/diagnostic.ts';
import type { ToolSpec } from '../../documents/tool.ts';

type Parts = Pick<Located<SkillSpec>, 'spec' | 'at' | 'edit'> & { readonly imported?: ImportedSkill };

/** The spec with everything that profile `ext` requires, so that rules can read it; `body` is the file of `text_file`. */
export function withSkillParts(skill: Located<SkillSpec>, body: SkillFile | undefined): Parts {
  const { spec } = skill;
  const written: unknown = spec.description;
  const isText = typeof written === 'string';
  const description = isText
    ? { does: written, when: '', triggers: [], not_for: [] }
    : { ...spec.description, triggers: spec.description.triggers ?? [], not_for: spec.description.not_for ?? [] };
  const text = body ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(body.bytes) : spec.text;
  const whole = {
    ...spec,
    version: spec.version ?? NO_VERSION,
    description,
    context: spec.context ?? '',
    steps: spec.steps ?? [],
    never: spec.never ?? [],
    ...(text !== undefined && { text }),
  };
  const isOwn = isText || (text ?? spec.front_matter ?? spec.front_matter_source) !== undefined;
  const isPart = ([key, inner]: NodePath): boolean => isText && key === 'description' && inner !== undefined;
  return {
    spec: whole,
    at: (path, part, word) => skill.at(isPart(path) ? ['description'] : path, part, word),
    edit: (edit) => (isPart(edit.path) ? undefined : skill.edit(edit)),
    ...(isOwn && { imported: importedOf(whole, text) }),
  };
}

/** The version of a skill that has none: it is not in its front matter, and a release needs one. */
const NO_VERSION = '0.0.0';

/** Keys of the front matter with the key of the spec that says each. */
const SPEC_KEYS = {
  name: 'name',
  description: 'description',
  license: 'license',
  compatibility: 'compatibility',
  metadata: 'metadata',
  'allowed-tools': 'allowed_tools',
} as const;

function importedOf(spec: SkillSpec, text: string | undefined): ImportedSkill {
  const { front_matter, front_matter_source } = spec;
  const description = joinParts(skillDescription(spec.description));
  const values = { ...spec, description, allowed_tools: spec.allowed_tools?.join(' ') };
  const own = Object.entries(SPEC_KEYS).flatMap(([key, from]): [string, Json][] => {
    const value = values[from];
    return value === undefined ? [] : [[key, value]];
  });
  const frontMatter: JsonObject = { ...Object.fromEntries(own), ...front_matter };
  const rewritten = front_matter_source === undefined ? undefined : rewordFrontMatter(front_matter_source, frontMatter);
  return {
    frontMatter: inOrderOf(rewritten?.original ?? {}, frontMatter),
    ...(rewritten?.text !== undefined && { frontMatterSource: rewritten.text }),
    ...(text !== undefined && { text }),
  };
}

/** A skill has a body: one text, or the parts of EXT §2.1; and each key of its front matter has one place. */
export function importedSkillFindings(
  document: SpecDocument,
  findings: readonly ShapeFinding[],
): readonly ShapeFinding[] {
  if (findings.some(({ unsound }) => unsound)) return findings;
  const has = (key: string): boolean => valueAt(document.value, key) !== undefined;
  return [...findings, ...repeatedKeys(document, has), ...bodyFindings(document, has)];
}

/** An import writes keys such as `license` into `front_matter`, where the spec has none of them. */
function repeatedKeys(document: SpecDocument, has: (key: string) => boolean): ShapeFinding[] {
  const further = valueAt(document.value, 'front_matter');
  return Object.entries(SPEC_KEYS).flatMap(([key, own]) => {
    if (valueAt(further, key) === undefined || !has(own)) return [];
    const path = ['front_matter', key];
    const message = `${capital(describePlace(document, path))} is the same key of SKILL.md as \`${own}\`.`;
    const other = ALWAYS.has(own) ? '' : `, or delete \`${own}\``;
    const hint = `Write the value at \`${own}\`, and delete it from \`front_matter\`${other}.`;
    return [unsoundAt(document, path, { code: 'spec/one-of', message, hint }, 'key')];
  });
}

const ALWAYS: ReadonlySet<unknown> = new Set([skillShape.schema['required']].flat());

/** What is read only where a skill has no text: the required parts first. */
const REQUIRED_PARTS = ['context', 'steps', 'never'] as const;
const BODY_PARTS = [...REQUIRED_PARTS, 'example', 'references'] as const;

function bodyFindings(document: SpecDocument, has: (key: string) => boolean): ShapeFinding[] {
  const [body, ...others] = ['text_file', 'text', ...BODY_PARTS].filter(has);
  if (body === 'text_file' || body === 'text')
    return others.map((key) =>
      unsoundAt(document, [key], bodyTexts(document, 'spec/one-of', `both \`${key}\` and \`${body}\``), 'key'),
    );
  if (REQUIRED_PARTS.every(has)) return [];
  const what = 'no `text`, no `text_file`, and not all of `context`, `steps`, `never`';
  return [unsoundAt(document, [], bodyTexts(document, 'spec/missing-key', what), 'key')];
}

function bodyTexts(document: SpecDocument, code: `spec/${string}`, what: string) {
  const parts = 'context, steps and never together, maybe with example and references';
  return {
    code,
    message: `${capital(describePlace(document, []))} has ${what}.`,
    hint: `Write one of: text_file (a file next to the spec), text, or ${parts}.`,
  };
}

/** A description that is one text becomes a description of one part, whose place is the text itself. */
export function withParts<L extends Located<ToolSpec>>(tool: L): L {
  const { hints } = tool.spec;
  const spec = hints ? { ...tool.spec, ...effectsOf(hints) } : tool.spec;
  const text: unknown = spec.description;
  if (text !== undefined && typeof text !== 'string') return spec === tool.spec ? tool : { ...tool, spec };
  const isPart = ([key, inner]: NodePath): boolean => key === 'description' && inner !== undefined;
  return {
    ...tool,
    spec: { ...spec, description: text === undefined ? UNDESCRIBED : { does: text, when: '' } },
    at: (path, part, word) => (isPart(path) ? tool.at(['description'], part, word) : tool.at(path, part, word)),
    edit: (edit) => {
      if (!isPart(edit.path)) return tool.edit(edit);
      const whole = edit.path[1] === 'does' && edit.path.length === 2;
      return whole ? tool.edit({ ...edit, path: ['description'] }) : undefined;
    },
  };
}

/** The effects that hints imply; where they imply nothing, anything may happen. */
function effectsOf({ readOnlyHint, destructiveHint }: JsonObject): Pick<ToolSpec, 'effects'> {
  if (readOnlyHint === true) return { effects: 'read' };
  return destructiveHint === false ? { effects: 'write' } : {};
}

/** Whether the results of a tool have no envelope. */
function isRaw({ spec, server }: Pick<ToolPart, 'spec' | 'server'>): boolean {
  return (spec.results ?? server?.spec.results) === 'raw';
}

/** Finds keys for one format of results on a tool that has the other. */
export const resultFindings = flatMapMemo((tool: ToolPart): readonly Diagnostic[] => {
  if (tool.profile === 'ext') return [];
  const key = isRaw(tool) ? 'returns' : 'output_schema';
  if (tool.spec[key] === undefined) return [];
  const form = isRaw(tool) ? 'raw' : 'in an envelope';
  const message = `\`${key}\` of tool "${tool.spec.name}" has no effect: its results are ${form}.`;
  const hint = isRaw(tool) ? 'Use `output_schema`, or `results: envelope`.' : 'Use `returns`, or `results: raw`.';
  const place = { span: tool.at([key], 'key'), about: tool.about([key]) };
  return [{ code: 'spec/results', severity: 'warning', message, hint, ...place }];
});
