/** Schemas whose values may be null. */
import type { Schema } from '@haft/runtime/language';

export function isOrNull(schema: Schema | undefined): boolean {
  return Array.isArray(schema?.type) && schema.type.includes('null');
}
