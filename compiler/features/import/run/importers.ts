/** All importers, in the order of the help page: `haft import <kind>`, and the `kind` of a record. Add a new one here. */
import type { Importer } from './importer.ts';

/** Loaded when one is needed. */
export const IMPORTERS: Readonly<Record<string, () => Promise<Importer>>> = {
  openapi: async () => (await import('./openapi.ts')).openapi,
  toolbox: async () => (await import('./toolbox.ts')).toolbox,
  database: async () => (await import('./database.ts')).database,
  graphql: async () => (await import('./graphql.ts')).graphql,
  curl: async () => (await import('./curl.ts')).curl,
  cli: async () => (await import('./cli.ts')).cli,
  mcp: async () => (await import('./mcp.ts')).mcp,
  skills: async () => (await import('./skills.ts')).skills,
  plugin: async () => (await import('./plugin.ts')).plugin,
};

/** Of a record, which another version of Haft may have made. */
export async function importerOf(kind: string): Promise<Importer | undefined> {
  return Object.hasOwn(IMPORTERS, kind) ? IMPORTERS[kind]?.() : undefined;
}
