/** References to tools in texts of the specs: what is wrong with one, its fix, and the tool that a part is. */
import { nearest } from '@haft/runtime/language';
import type { NodePath } from '../../../spec/yaml/spec.ts';
import type { Located, SpecDraft, ToolPart } from '../../model.ts';
import type { ReportOptions } from '../../rule.ts';
import { type ToolId, type ToolNames, currentTool, qualifiedName } from '../../tool-names.ts';
import { unknownName } from '../unknown-name.ts';

/** What is wrong with a reference, and what it was meant as where that is certain. */
interface ReferenceProblem {
  readonly message: string;
  readonly hint: string;
  readonly meant?: string;
}

/** `released`: of two tools with one name, texts mean the one that was there before. */
export function referenceProblem(
  written: string,
  names: ToolNames,
  near: readonly string[],
  released?: () => ToolNames | undefined,
): ReferenceProblem | undefined {
  const ids = names.resolve(written, near);
  // Of a tool whose server is not known, that is the finding.
  if (ids.length === 1 || ids.some(({ server }) => server === '')) return undefined;
  if (ids.length === 0) return unknownTool(written, names, near);
  const before = released?.()?.resolve(written, near) ?? [];
  const [meant, ...others] = ids.filter((id) => before.some((old) => old.server === id.server && old.tool === id.tool));
  const reference = (id: ToolId): string => names.reference(id, near);
  const isCertain = meant !== undefined && others.length === 0 && names.means(reference(meant), meant, near);
  const servers = ids.map(({ server }) => `"${server}"`);
  return {
    message: `Tool name "${written}" is ambiguous: servers ${listText(servers, 'and')} have it.`,
    hint: `Write ${listText(
      ids.map((id) => `"${reference(id)}"`),
      'or',
    )}.`,
    ...(isCertain && { meant: reference(meant) }),
  };
}

/** Guessed from the tools that are near first, so that another server changes no hint that is about them. */
function unknownTool(written: string, names: ToolNames, near: readonly string[]): ReferenceProblem {
  const own = names.plain(near);
  const guess = nearest(written, own) === undefined ? nearest(written, names.plain()) : undefined;
  const [message, hint] = unknownName('tool', written, guess === undefined && own.length > 0 ? own : names.plain());
  return { message, hint };
}

function listText(texts: readonly string[], joint: string): string {
  const items = texts.length > 12 ? [...texts.slice(0, 12), '…'] : texts;
  return `${items.slice(0, -1).join(', ')} ${joint} ${items.at(-1) ?? ''}`;
}

/** The fix of such a problem; `value`: the whole text, where the reference is in the middle of one. */
export function referenceFix(
  part: Pick<Located<unknown>, 'edit'>,
  path: NodePath,
  { meant }: ReferenceProblem,
  value = meant,
): Pick<ReportOptions, 'fix'> {
  if (meant === undefined) return {};
  return { fix: { title: `Write "${meant}".`, edits: [part.edit({ kind: 'replace', path, value })] } };
}

export function idOf({
  spec,
  server,
}: Pick<ToolPart, 'server'> & { readonly spec: { readonly name: string } }): ToolId {
  return { server: server?.spec.name ?? '', tool: spec.name };
}

export function partOfTool({ tools, names }: Pick<SpecDraft, 'tools' | 'names'>, id: ToolId): ToolPart | undefined {
  const current = currentTool(id, names.tools, (name) => names.servers.has(name));
  if (!current) return undefined;
  return tools.find((part) => part.spec.name === current.tool && idOf(part).server === current.server);
}

/** How a text about the one names the other. */
export function relativeName(tool: ToolPart, other: ToolPart): string {
  return other.server?.spec.name === tool.server?.spec.name ? other.spec.name : qualifiedName(idOf(other));
}

/** Whose tools the texts of a tool mean first. */
export function serversNear({ server }: Pick<ToolPart, 'server'>): readonly string[] {
  return server ? [server.spec.name] : [];
}
