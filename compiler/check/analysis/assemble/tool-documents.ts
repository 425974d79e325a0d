/** Tools that are whole documents, each with its server. */
import type { Diagnostic } from '../../../base/diagnostic.ts';
import { memoizeBy } from '../../../base/memo.ts';
import type { SpecDocument } from '../../../spec/yaml/spec.ts';
import { textAt } from '../../../spec/shape/place.ts';
import type { Definitions } from '../definitions/expand.ts';
import { foreignUses, toolFindings } from '../definitions/findings.ts';
import { definitionsOf, mentionsOfTool, withDefinitions } from '../definitions/shared.ts';
import type { ServerSpec } from '../../documents/server.ts';
import type { ShapeFinding } from '../../documents/shape-finding.ts';
import type { ToolDocument } from '../../documents/tool.ts';
import { referencesOf } from '../imported/findings.ts';
import { withParts } from '../imported/tool.ts';
import type { Located, ToolPart } from '../../model.ts';
import type { Profile } from '../../settings.ts';
import { located } from './located.ts';
import { ownerOf } from './owner.ts';
import type { ServerShaped } from './server-parts.ts';
import type { Shaped } from './shapes.ts';

const NO_SERVER = {};

interface DocumentTool {
  /** Undefined where its schemas name definitions that are not there. */
  readonly part?: ToolPart;
  readonly findings: readonly ShapeFinding[];
}

/** A tool document belongs to its server: with another one it is another part. */
const documentParts = memoizeBy((owner: Located<ServerSpec> | typeof NO_SERVER) =>
  memoizeBy(({ document, profile }: Shaped): DocumentTool => {
    const server = isPart(owner) ? owner : undefined;
    const tool = located<ToolDocument>(document);
    const unknown = !server && mentionsOfTool(tool.spec).length > 0;
    const findings = unknown ? [] : usesOfDocument(document, profile, definitionsOf(server));
    if (unknown || findings.some(({ unsound }) => unsound)) return { findings };
    const shared = withDefinitions(tool, server, profile);
    const named = textAt(document.value, 'server');
    const insertBehind: ToolPart['insertBehind'] = (keys) => {
      const value = { kind: 'tool', ...(named !== undefined && { server: named }), ...keys };
      return document.edit({ kind: 'insert-document', path: [], value });
    };
    const copyBehind: ToolPart['copyBehind'] = (rewrite) =>
      document.edit({ kind: 'copy-document', path: [], ...shared.authored(rewrite) });
    return { part: { ...withParts(shared), profile, server, insertBehind, copyBehind }, findings };
  }),
);

function usesOfDocument(document: SpecDocument, profile: Profile, definitions: Definitions): ShapeFinding[] {
  const references = profile === 'mcp' ? referencesOf(document, [], definitions) : [];
  const found = [...references, ...toolFindings(document, [], definitions)];
  return profile === 'ext' && found.length === 0 ? foreignUses(document, definitions) : found;
}

function isPart(server: Located<ServerSpec> | typeof NO_SERVER): server is Located<ServerSpec> {
  return server !== NO_SERVER;
}

interface OwnedTools {
  readonly tools: readonly ToolPart[];
  readonly diagnostics: readonly Diagnostic[];
}

export function toolDocuments(shaped: readonly Shaped[], servers: readonly ServerShaped[]): OwnedTools {
  const diagnostics: Diagnostic[] = [];
  const parts = new Map(servers.map(({ document, part }) => [document, part]));
  const tools = shaped.flatMap((one) => {
    if (one.kind !== 'tool') return [];
    const owner = ownerOf(one.document, servers);
    diagnostics.push(...owner.diagnostics);
    if (one.findings.some(({ unsound }) => unsound) || !owner.value) return [];
    const { part, findings } = documentParts(parts.get(owner.value) ?? NO_SERVER)(one);
    diagnostics.push(...findings.flatMap(({ diagnostic }) => diagnostic ?? []));
    return part ?? [];
  });
  return { tools, diagnostics };
}
