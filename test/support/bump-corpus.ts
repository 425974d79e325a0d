/** Real tools with their servers: of shipped, fixture and imported specs. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { RULES } from '../../compiler/check/rules/index.ts';
import { settingsOf } from '../../compiler/check/settings.ts';
import { importOpenapi } from '../../compiler/features/import/openapi/import-openapi.ts';
import { toolKeys } from '../../compiler/features/import/mcp/import-mcp.ts';
import { type PlannedSpecs, planSpecs } from '../../compiler/plan/plan-specs.ts';
import type { JsonObject } from '../../runtime/language/index.ts';
import { isJsonObject } from '../../runtime/language/index.ts';
import { SHOP } from '../import/shop.ts';

const ROOT = join(import.meta.dirname, '../..');

/** A tool with its server, both as authors write them. */
export interface CorpusTool {
  readonly origin: 'shipped' | 'fixture' | 'imported';
  readonly server: JsonObject;
  readonly tool: JsonObject;
}

const OFF = settingsOf({
  profiles: { specs: 'mcp' },
  rules: Object.fromEntries(RULES.map(({ id }) => [id, 'off' as const])),
});

/** Of tools in one server; undefined if they do not compile. */
export function planned(server: JsonObject, tools: readonly JsonObject[]): PlannedSpecs | undefined {
  const text = [server, ...tools].map((document) => JSON.stringify(document)).join('\n---\n');
  return planSpecs([{ path: 'specs/corpus.yaml', text }], { settings: OFF }).value;
}

function toolsOf(origin: CorpusTool['origin'], paths: readonly string[]): CorpusTool[] {
  const texts = paths.map((path) => ({ path: `specs/${path}`, text: readFileSync(join(ROOT, path), 'utf8') }));
  const sources = texts.filter(({ text }) => !text.includes('kind: skill'));
  const { value, unjudged } = planSpecs(sources, { settings: OFF });
  return (
    (value ?? unjudged)?.spec.tools.flatMap(({ spec, server }) =>
      server ? toolIn(origin, { ...server.spec } as never, { ...spec } as never) : [],
    ) ?? []
  );
}

function toolIn(origin: CorpusTool['origin'], server: JsonObject, tool: JsonObject): CorpusTool[] {
  const { tools: _tools, serve_skills: _skills, ...own } = server;
  const { evals: _evals, kind: _kind, server: _server, ...rest } = tool;
  const given = rest['description'] ?? '';
  const { instead: _instead, ...parts } = isJsonObject(given) ? given : {};
  const description = isJsonObject(given) ? parts : given;
  const one = { origin, server: { kind: 'server', ...own }, tool: { kind: 'tool', ...rest, description } };
  return planned(one.server, [one.tool]) ? [one] : [];
}

export function corpusTools(): CorpusTool[] {
  const specs = (folder: string): string[] =>
    (existsSync(join(ROOT, folder)) ? readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }) : [])
      .filter((path) => path.endsWith('.yaml'))
      .map((path) => `${folder}/${path}`)
      .toSorted();
  const folders = new Set(specs('test/fixtures').map((path) => path.split('/specs/')[0] ?? ''));
  const fixtures = [...folders]
    .filter((path, at) => !path.includes('released') && at % 5 === 0)
    .flatMap((folder) => toolsOf('fixture', specs(`${folder}/specs`)));
  return distinct([...toolsOf('shipped', specs('specs')), ...fixtures, ...imported()]);
}

/** Broken fixtures are variations of few servers. */
function distinct(tools: readonly CorpusTool[]): CorpusTool[] {
  return [...new Map(tools.map((one) => [JSON.stringify({ ...one.tool, name: '' }), one])).values()];
}

function imported(): CorpusTool[] {
  const made = importOpenapi({ text: SHOP, name: 'shop.yaml' });
  const documents = made.kind === 'imported' ? made.documents.map(({ value }) => value as JsonObject) : [];
  const server = documents.find(({ kind }) => kind === 'server') ?? {};
  const http = documents
    .flatMap((document) => [document, ...((document['tools'] ?? []) as JsonObject[])])
    .filter(({ http }) => http);
  const front = {
    kind: 'server',
    name: 'front',
    version: '1.0.0',
    summary: 'Front.',
    upstreams: { notes: { command: ['notes'] } },
  };
  const lists = ['files', 'notes'].flatMap(
    (name) => JSON.parse(readFileSync(join(ROOT, `test/fixtures/mcp-lists/${name}.json`), 'utf8')) as JsonObject[],
  );
  const mcp = lists.map((tool) => ({
    ...toolKeys(tool, 'mcp:any').keys,
    mcp: { upstream: 'notes', tool: String(tool['name']) },
  }));
  return [
    ...http.flatMap((tool) => toolIn('imported', server, tool)),
    ...mcp.flatMap((tool) => toolIn('imported', front, tool)),
  ];
}
