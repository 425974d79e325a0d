/** Hover: what a place means, why a finding is one, and what a model reads of a tool. */
import { ownMember } from '@haft/runtime/language';
import type { Diagnostic, SourceFile, Span } from '../../base/diagnostic.ts';
import type { ToolPart } from '../../check/model.ts';
import { qualifiedName } from '../../check/tool-names.ts';
import { listedTokens } from '../../plan/description.ts';
import { planTool } from '../../plan/tool.ts';
import { type Desk, type Spot, spotAt, toolAround, toolNamed } from './desk.ts';
import { isSchemaOfOthers } from './findings.ts';
import { type NameMention, mentionAt } from './mentions.ts';
import { descriptionOf, schemasAt } from './schema-at.ts';

interface Hover {
  /** Markdown. */
  readonly text: string;
  readonly span: Span;
}

export function hoverAt(desk: Desk, source: SourceFile, offset: number): Hover | undefined {
  const isHere = ({ span }: Diagnostic): boolean =>
    span.file === source.path && span.start <= offset && offset <= span.end;
  const findings = desk.diagnostics.filter(isHere);
  const spot = spotAt(source, offset);
  const mention = mentionAt(desk, source, offset);
  const parts = [
    ...findings.flatMap((one) => whyText(desk, one)),
    ...(mention ? mentionText(desk, mention) : []),
    ...(spot && !isSchemaOfOthers(desk.yamlServer, source.text) ? keyText(desk, spot) : []),
  ];
  const span = findings[0]?.span ?? mention?.span ?? spot?.document.at(spot.path, spot.part);
  return parts.length > 0 && span ? { text: parts.join('\n\n---\n\n'), span } : undefined;
}

/** The page of the rule up to its examples, one of each. */
function whyText({ explain }: Desk, { code }: Diagnostic): string[] {
  const page = explain(code);
  if (page === undefined) return [];
  const [title = '', says = '', why = ''] = page.split('\n\n');
  const blocks = [...page.matchAll(/^## (Incorrect|Correct)\n\n(```yaml\n[^]*?\n```)/gm)].map(
    ([, heading, block]) => `${heading}:\n\n${block}`,
  );
  return [[`**${title.replace(/^# /, '')}**: ${says}`, why, ...blocks].join('\n\n')];
}

function mentionText(desk: Desk, { thing }: NameMention): string[] {
  const { kind, name, owner } = thing;
  if (kind === 'tool') {
    const part = toolNamed(desk, qualifiedName({ server: owner, tool: name }));
    return part ? [modelText(desk, part)] : [];
  }
  const schema = kind === 'parameter' ? ownMember(toolNamed(desk, owner)?.spec.parameters ?? {}, name) : undefined;
  return schema === undefined ? [] : [`**${name}**\n\n\`\`\`json\n${JSON.stringify(schema, null, 2)}\n\`\`\``];
}

/** The title of the part of a hover with what a model reads. */
function modelText({ draft }: Desk, tool: ToolPart): string {
  const server = draft.servers.find(({ spec }) => spec.name === tool.server?.spec.name)?.spec;
  const planned = planTool({ tool, programs: server?.programs, results: server?.results });
  const { description, annotations, deprecated } = planned;
  const hints = Object.entries(annotations).map(([hint, value]) => `${hint}: ${String(value)}`);
  const dates = deprecated
    ? [`Deprecated since ${deprecated.since}; it can be removed from ${deprecated.remove_after} on.`]
    : [];
  const quoted = description.text.replaceAll(/^/gm, '> ');
  return [
    `**The model reads** (about ${listedTokens(planned)} tokens, with its parameters)`,
    quoted,
    `\`${hints.join(', ')}\``,
    ...dates,
  ].join('\n\n');
}

function keyText(desk: Desk, { document, path, part }: Spot): string[] {
  if (part !== 'key') return [];
  const isName = toolAround(document, path) !== undefined && path.at(-2) === 'parameters';
  const text = isName ? undefined : descriptionOf(schemasAt(desk, document, path));
  return text === undefined ? [] : [`\`${String(path.at(-1))}\`: ${text}`];
}
