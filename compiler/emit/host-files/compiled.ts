/** The facts about a compiled server in the first lines of its `server.mjs`. */
import { membersOf, readJson } from '../../plan/read-json.ts';

export interface CompiledServer {
  readonly name: string;
  readonly version: string;
  /** In the order of the spec; the first is the default. */
  readonly transports: readonly string[];
  readonly env: Readonly<Record<string, CompiledVariable>>;
  /** By the names of its upstreams: the program of each that is one and is named without variables. */
  readonly programs?: Readonly<Record<string, string>>;
}

export interface CompiledVariable {
  readonly description: string;
  readonly secret: boolean;
  readonly optional: boolean;
}

/** Nothing for a text that is not a server that this version of Haft compiles. */
export function readCompiled(text: string): CompiledServer | undefined {
  const member = (key: string): unknown => {
    const [, json = ''] = new RegExp(`^ {2}"${key}": (.*),$`, 'm').exec(text) ?? [];
    const read = readJson(json);
    return 'value' in read ? read.value : undefined;
  };
  const [name, version, transports, env] = ['name', 'version', 'transports', 'env'].map(member);
  if (typeof name !== 'string' || typeof version !== 'string' || !Array.isArray(transports)) return undefined;
  if (typeof env !== 'object' || env === null) return undefined;
  const programs = programsOf(member('upstreams'));
  return { name, version, transports: transports.map(String), env: env as CompiledServer['env'], programs };
}

function programsOf(upstreams: unknown): Readonly<Record<string, string>> {
  const all = Object.entries(membersOf(upstreams) ?? {}).flatMap(([name, upstream]) => {
    const command = membersOf(upstream)?.['command'];
    const [program] = Array.isArray(command) ? (command as readonly unknown[]) : [];
    return typeof program === 'string' && !program.includes('{') ? [[name, program] as const] : [];
  });
  return Object.fromEntries(all);
}
