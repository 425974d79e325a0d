/** Descriptions as the model reads them: joined from the author's parts in a fixed order (EXT §2.1, §8 rule 1). */
import { memoizeBy } from '../base/memo.ts';
import type { SkillSpec } from './documents/skill.ts';
import type { ToolSpec } from './documents/tool.ts';

/** English prose and JSON both come to about four characters a token. */
const CHARACTERS_PER_TOKEN = 4;

/** What `tools/list` shows of a tool: name, title, description and inputSchema. */
export const toolTokens = memoizeBy((spec: ToolSpec): number => {
  const { name, title = name, parameters = {}, required = [], definitions, parameters_schema: more } = spec;
  const text = joinParts(toolParts(spec));
  const inputSchema = {
    type: 'object',
    properties: parameters,
    required,
    additionalProperties: false,
    $defs: definitions,
    ...more,
  };
  return estimateTokens(JSON.stringify({ name, title, description: text, inputSchema }));
});

/** One part as a sentence; `haft diff` compares part by part. */
export interface DescriptionPart {
  readonly part:
    | 'deprecated'
    | 'does'
    | 'when'
    | 'limits'
    | 'at_least_one'
    | 'instead'
    | 'examples'
    | 'triggers'
    | 'not_for';
  readonly text: string;
}

/** The description of a tool of profile `mcp` without `description:`. */
export const UNDESCRIBED: ToolSpec['description'] = { does: '', when: '' };

const toolDescription = memoizeBy((description: ToolSpec['description']): readonly DescriptionPart[] => {
  const { does, when, limits, instead, examples } = description;
  if (description === UNDESCRIBED) return [];
  // A text of profile `mcp`, which is never changed.
  if (when === '') return [{ part: 'does', text: does }];
  return [
    { part: 'does', text: sentence(does) },
    { part: 'when', text: sentence(`Use when ${when.trim()}`) },
    ...(limits ? [{ part: 'limits', text: sentence(`Limits: ${limits.map(clause).join('; ')}`) } as const] : []),
    ...(instead ?? []).map((other): DescriptionPart => {
      return { part: 'instead', text: `If ${other.case.trim()}, use ${other.use} instead.` };
    }),
    ...(examples ? [{ part: 'examples', text: `Examples: ${quotedList(examples)}.` } as const] : []),
  ];
});

/** Includes what the schema of the parameters cannot express: hosts and vendors accept no combinator there (ADR 20). */
export function toolParts({
  description,
  at_least_one: groups = [],
}: Pick<ToolSpec, 'description' | 'at_least_one'>): readonly DescriptionPart[] {
  const parts = toolDescription(description);
  if (groups.length === 0) return parts;
  const groupParts = groups.map((names): DescriptionPart => {
    return { part: 'at_least_one', text: `At least one of ${names.join(', ')} is required.` };
  });
  const end = parts.findIndex(({ part }) => part === 'instead' || part === 'examples');
  return parts.toSpliced(end < 0 ? parts.length : end, 0, ...groupParts);
}

/** What, when, triggers, exclusion: a host that cuts a long description cuts from the end. */
export function skillDescription({ does, when, triggers, not_for }: SkillSpec['description']): DescriptionPart[] {
  // A text of profile `mcp`, which is never changed.
  if (when === '') return [{ part: 'does', text: does }];
  const cases = not_for.map(({ case: text, use }) => (use ? `${text.trim()} (use ${use} instead)` : text.trim()));
  return [
    { part: 'does', text: sentence(does) },
    { part: 'when', text: sentence(`Use when ${when.trim()}`) },
    ...(triggers.length > 0 ? [{ part: 'triggers', text: `Triggers: ${quotedList(triggers)}.` } as const] : []),
    ...(cases.length > 0 ? [{ part: 'not_for', text: sentence(`Do NOT use for ${cases.join('; ')}`) } as const] : []),
  ];
}

/** Characters of a tool's description that hosts show; they cut the rest. */
export const SHOWN_CHARACTERS = 2048;

export function joinParts(parts: readonly DescriptionPart[]): string {
  return parts.map(({ text }) => text).join(' ');
}

/** Without the period that authors put at the end. */
function clause(text: string): string {
  return text.trim().replace(/[.;]$/, '');
}

function quotedList(texts: readonly string[]): string {
  return texts.map((text) => `"${text.trim()}"`).join(', ');
}

function sentence(text: string): string {
  const trimmed = text.trim();
  return /[.!?…]["')\]]*$/u.test(trimmed) ? trimmed : `${trimmed}.`;
}

export function estimateTokens(text: string): number {
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN);
}

interface ToolCost {
  readonly total: number;
  readonly description: number;
  readonly parameters: number;
  /** Tokens of the description behind the place where hosts cut it. */
  readonly cut: number;
}

/** The same, and how much of it are the two parts that can be shortened. */
export function toolCost(tool: ToolSpec): ToolCost {
  const description = estimateTokens(joinParts(toolParts(tool)));
  return {
    total: toolTokens(tool),
    description,
    cut: Math.max(0, description - Math.ceil(SHOWN_CHARACTERS / CHARACTERS_PER_TOKEN)),
    parameters: estimateTokens(JSON.stringify(tool.parameters ?? {})),
  };
}
