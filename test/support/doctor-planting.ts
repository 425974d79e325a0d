/** The form of a planted fault, and the ways to plant one. */
import { SECRET } from './doctor-bench.ts';
import type { DoctorBench } from './doctor-bench.ts';

/** What a fault is planted in. */
export type PlantingBench = Pick<DoctorBench, 'home' | 'project' | 'script' | 'edit' | 'write'>;

export interface Planted {
  readonly fault: string;
  /** The hosts and the flags of the installation before. */
  readonly line: string;
  readonly plant: (bench: PlantingBench) => void | Promise<void>;
  /** Where no host is named, those that are connected are looked at. */
  readonly asked?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly id: string;
  readonly place: string;
  readonly says: RegExp;
  /** Whether it is planted in the code of a server that was not compiled: its fix is not followed. */
  readonly fake?: true;
}

export const CLAUDE = '.claude.json';
export const CODEX = '.codex/config.toml';
export const HTTP = '"url": "http://127.0.0.1:9/mcp"';
export const mcp = (entry: string): string => `{ "mcpServers": { "library": ${entry} } }\n`;
export const server = (code: string) => (bench: PlantingBench) =>
  bench.edit(
    'my project/generated/servers/library/server.mjs',
    (text) => `${text.replace(/^serveLines[^]*/m, '')}\n${code}`,
  );
export const replacing = (path: string, from: string | RegExp, to: string) => (bench: PlantingBench) =>
  bench.edit(path, (text) => text.replace(from, () => to));
/** A service's word, as the server's own read tool returns it. */
export const returning = (code: string, error: string): Planted => ({
  fault: `a service that says ${code}`,
  line: 'claude-code --user',
  plant: replacing(
    'my project/generated/servers/library/server.mjs',
    '{ success: true, data: {} }',
    JSON.stringify({
      success: false,
      error: `${error} ${SECRET}`,
      code,
      retry_hint: 'Ask the user to start the application. Do not retry.',
    }),
  ),
  env: { CALL: 'yes' },
  id: 'call-failed',
  place: '~/.claude.json, mcpServers.library',
  says: new RegExp(`list_books failed with "${code}": ${error} <secret>\n  fix: Start the application\\.`),
  fake: true,
});

type Json = Record<string, unknown>;

/** A JSON file of a host, changed as data. */
export function json(path: string, change: (whole: Json, bench: PlantingBench) => object) {
  return (bench: PlantingBench): void =>
    bench.edit(path, (text) => JSON.stringify(change(JSON.parse(text) as Json, bench), undefined, 2));
}

/** The entry of the server with more members. */
export function entry(path: string, container: string, more: (old: Json) => object) {
  return json(path, (whole) => {
    const map = whole[container] as Record<string, Json>;
    return { ...whole, [container]: { ...map, library: { ...map['library'], ...more(map['library'] ?? {}) } } };
  });
}

export const codex = (lines: string) => (bench: PlantingBench) =>
  bench.edit(CODEX, (text) => `${text.trimEnd()}\n${lines}\n`);
export const written = (path: string, whole: object) => (bench: PlantingBench) =>
  bench.write({ [path]: JSON.stringify(whole) });

export type Row = readonly [fault: string, host: string, plant: Planted['plant'], place: string, says: RegExp];

const TRUST = { GEMINI_CLI_TRUST_WORKSPACE: 'true' };

export function rows(id: string, all: readonly Row[]): Planted[] {
  return all.map(([fault, host, plant, place, says]) => ({
    fault: `${host}: ${fault} (${id})`,
    line: `${host} --user --env=LIBRARY_URL=http://127.0.0.1:9`,
    plant,
    env: TRUST,
    id,
    place,
    says,
  }));
}
