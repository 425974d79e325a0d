/** Every template of a server and its tools, with the part that it stands in. */
import { parseTemplate } from '@haft/runtime/language';
import { commandTemplates, connectionTemplates, httpTemplates } from '../binding/template-use.ts';
import type { TemplateUse } from '../binding/template-use.ts';
import { oncePer } from '../../once.ts';
import type { Draft, Located, ServerPart } from '../model.ts';
import type { NodePath } from '../../load/spec.ts';

export interface PlacedTemplate {
  readonly on: Located<unknown>;
  readonly path: NodePath;
  readonly text: string;
  /** For a message: "headers.Accept" of connection "shop". */
  readonly place: string;
}

export function templatesOf(server: ServerPart): PlacedTemplate[] {
  const connections = Object.entries(server.spec.connections ?? {}).flatMap(([name, connection]) => {
    const uses = connectionTemplates(connection);
    return uses.map((use) => placed(server, ['connections', name], use, `connection "${name}"`));
  });
  const tools = server.tools.flatMap((on) => {
    const { name, http, command } = on.spec;
    const ofHttp = (http ? httpTemplates(http) : []).map((use) => placed(on, ['http'], use, `tool "${name}"`));
    const ofCommand = (command ? commandTemplates(command) : []).map((use) => {
      return placed(on, ['command'], use, `tool "${name}"`);
    });
    return [...ofHttp, ...ofCommand];
  });
  return [...connections, ...tools];
}

function placed(on: Located<unknown>, base: NodePath, { path, text }: TemplateUse, owner: string): PlacedTemplate {
  return { on, path: [...base, ...path], text, place: `"${path.join('.')}" of ${owner}` };
}

/** Names of the environment variables that templates and commands of the server use. */
export const usedEnv = oncePer((server: ServerPart): ReadonlySet<string> => {
  const inTemplates = templatesOf(server).flatMap(({ text }) => {
    return parseTemplate(text).parts.flatMap((part) =>
      typeof part === 'object' && part.path[0] === 'env' ? [part.path.slice(1).join('.')] : [],
    );
  });
  return new Set([...inTemplates, ...server.tools.flatMap(({ spec }) => spec.command?.env ?? [])]);
});

/** Nothing can be said of what is unused while a tool has not its shape, or where code may use it. */
export function isFullyKnown(server: ServerPart, draft: Draft): boolean {
  if (server.tools.some(({ spec }) => spec.handler !== undefined)) return false;
  // With several servers, a tool without its shape is most likely another's.
  const allTyped = draft.servers.length > 1 || typedNames(draft) >= draft.names.tools.size;
  return allTyped && (server.spec.tools?.length ?? 0) <= server.tools.length;
}

const typedNames = oncePer((draft: Draft): number => new Set(draft.tools.map(({ spec }) => spec.name)).size);
