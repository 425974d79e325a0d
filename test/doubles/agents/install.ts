/** Puts the double of a host's program on a PATH of its own. */
import { chmodSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AGENTS } from '../../../compiler/features/evals/online/agents/index.ts';
import { temporaryFolder } from '../../support/folder.ts';

const MAIN = fileURLToPath(new URL('main.mjs', import.meta.url));

export type AgentId = (typeof AGENTS)[number]['id'];

export interface AgentScript {
  /** A word of a request, and what the model calls for it, first to last. */
  readonly rules?: Readonly<Record<string, readonly { readonly name: string; readonly arguments?: object }[]>>;
  readonly trouble?:
    | 'none'
    | 'own-tool'
    | 'other-version'
    | 'no-servers'
    | 'failed'
    | 'dies'
    | 'hangs'
    | 'other-output'
    | 'searches'
    | 'silent';
}

/** The value of PATH with it in front. */
export function pathWithAgent(id: AgentId, script: AgentScript): string {
  const bin = temporaryFolder({});
  const program = AGENTS.find((agent) => agent.id === id)?.program ?? id;
  const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
  const words = [process.execPath, MAIN, id, JSON.stringify(script)].map(quoted);
  writeFileSync(join(bin, program), `#!/bin/sh\nexec ${words.join(' ')} "$@"\n`);
  chmodSync(join(bin, program), 0o755);
  return `${bin}${delimiter}${process.env['PATH'] ?? ''}`;
}
