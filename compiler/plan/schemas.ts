/** The schemas of a server, and which of the two validators it judges calls and results by. */
import { type Schema, hasImported } from '@haft/runtime/language';
import { memoizeBy } from '../base/memo.ts';
import type { ServerPlan } from './model.ts';

type Tools = Pick<ServerPlan, 'tools'>;

export function schemasOf({ tools }: Tools): Schema[] {
  return tools.flatMap(({ inputSchema, returns }) => [inputSchema, returns]);
}

/** A server carries one validator: that of imported schemas where any tool needs it, which then judges all of them. */
export const hasImportedKeywords = memoizeBy((server: Tools): boolean => schemasOf(server).some(hasImported));
