/** Finds the server of a tool document: the one it names, or the one in the nearest parent folder (DESIGN §4). */
import { nearest } from '@haft/runtime/language';
import type { Diagnostic, Result } from '../../../base/diagnostic.ts';
import type { SpecDocument } from '../../../spec/yaml/spec.ts';
import { aboutOf, capital, describePlace, textAt } from '../../../spec/shape/place.ts';

export interface ServerDocument {
  readonly document: SpecDocument;
  readonly name: string | undefined;
}

export function ownerOf(tool: SpecDocument, servers: readonly ServerDocument[]): Result<SpecDocument> {
  const wanted = textAt(tool.value, 'server');
  if (wanted !== undefined) return named(tool, wanted, servers);
  for (let folder = parent(tool.file); folder !== undefined; folder = parent(folder)) {
    const here = servers.filter((server) => parent(server.document.file) === folder);
    if (here.length > 1) return refuse(tool, several(here));
    if (here[0]) return { value: here[0].document, diagnostics: [] };
  }
  return refuse(tool, {
    message: `${capital(describePlace(tool, []))} has no server: no spec in its folder or a parent folder is a \`kind: server\` document.`,
    hint: 'Move it below the folder of a `kind: server` document, or name the server with `server:`.',
  });
}

function named(tool: SpecDocument, wanted: string, servers: readonly ServerDocument[]): Result<SpecDocument> {
  const found = servers.find((server) => server.name === wanted);
  if (found) return { value: found.document, diagnostics: [] };
  const names = servers.flatMap((server) => server.name ?? []);
  const guess = nearest(wanted, names);
  return refuse(tool, {
    message: `Unknown server "${wanted}".`,
    hint: guess ? `Did you mean "${guess}"?` : `Servers: ${names.join(', ') || 'none'}.`,
  });
}

function several(here: readonly ServerDocument[]): MessageParts {
  const names = here.map((server) => `"${server.name ?? '?'}"`).join(' and ');
  return {
    message: `The nearest folder has more than one server: ${names}.`,
    hint: 'Choose one with `server: <name>`.',
  };
}

type MessageParts = Pick<Diagnostic, 'message'> & { readonly hint: string };

function refuse(tool: SpecDocument, parts: MessageParts): Result<SpecDocument> {
  const path = textAt(tool.value, 'server') === undefined ? ['name'] : ['server'];
  return {
    diagnostics: [
      { code: 'tool/server-known', severity: 'error', ...parts, span: tool.at(path), about: aboutOf(tool, path) },
    ],
  };
}

/** The folder that holds a file or folder; '' is the project, undefined is above it. */
function parent(path: string): string | undefined {
  if (path === '') return undefined;
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0));
}
