/** All importers, by the kind of their source; loaded when one is needed. */
import type { ImportKind } from '../../import/record.ts';
import type { Importer } from './importer.ts';

export const IMPORTERS: Readonly<Partial<Record<ImportKind, () => Promise<Importer>>>> = {
  openapi: async () => (await import('./openapi.ts')).openapiImporter,
  mcp: async () => (await import('./mcp.ts')).mcpImporter(),
  skills: async () => (await import('./skills.ts')).skillsImporter,
};
