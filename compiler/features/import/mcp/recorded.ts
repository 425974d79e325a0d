/** How another MCP server is reached, as `haft.imports.json` records it. */
import { withoutUndefined } from '../../../base/json.ts';
import { readJson } from '../../../plan/read-json.ts';
import type { Json, JsonObject } from '@haft/runtime/language';
import { literalSecret } from '../../../check/analysis/secrets/literal-secret.ts';
import type { KnownVariable, McpSource } from './source.ts';

/** What `haft.imports.json` has besides the source itself. */
export type McpOptions = {
  readonly how: 'list' | 'config' | 'url' | 'run';
  /** For a list: how its server is reached, where that is known. */
  readonly reached?: string;
  readonly env?: Json;
  readonly headers?: Json;
  readonly auth?: Json;
  readonly variables?: readonly (KnownVariable & JsonObject)[];
};

export function optionsOf(how: McpOptions['how'], source: McpSource | undefined): McpOptions {
  if (!source) return { how };
  const { env, headers, auth } = source.upstream;
  const reached = how === 'list' ? reachedText(source) : undefined;
  const variables = source.variables.length > 0 ? source.variables.map((one) => ({ ...one })) : undefined;
  return { how, ...withoutUndefined({ reached, env, headers, auth, variables }) };
}

/** The address, or the command: its parts with blanks between them where none has a blank, else a JSON list. */
export function reachedText({ upstream: { command, url } }: McpSource): string {
  if (!Array.isArray(command)) return String(url);
  return command.some((part) => /\s|^\[|^$/.test(String(part))) ? JSON.stringify(command) : command.join(' ');
}

/** The command as it is shown to people: variables by name. */
export function shownCommand({ upstream: { command } }: McpSource): string | undefined {
  return Array.isArray(command) ? shownArguments(command) : undefined;
}

/** Quoted where they are not one word. */
export function shownArguments(argv: readonly unknown[]): string {
  return argv.map((part) => (/^[\w@%+=:,./{}-]+$/.test(String(part)) ? String(part) : JSON.stringify(part))).join(' ');
}

/** What was recorded, or a text that `--from` gives; `none` where nothing is known. */
export function recordedSource(
  text: string | undefined,
  options: Omit<McpOptions, 'how'>,
): McpSource | { readonly problem: string; readonly hint: string } | { readonly none: true } {
  if (text === undefined || text === '') return { none: true };
  if (literalSecret(text) !== undefined)
    return { problem: 'The source contains a secret.', hint: 'Write {env.NAME} in its place, and set the variable.' };
  const { env, headers, auth, variables = [] } = options;
  const argv = /^https?:|^\{env\./i.test(text) ? undefined : argvIn(text);
  const upstream: JsonObject = argv
    ? { command: argv, ...(env && { env }) }
    : { url: text, ...(headers && { headers }), ...(auth && { auth }) };
  const names = new Set(variables.map(({ name }) => name));
  const more = variablesIn(upstream).filter((name) => !names.has(name));
  const all = [...variables, ...more.map((name) => ({ name, secret: true }))];
  return { upstream, variables: all, values: {}, unknown: [] };
}

function argvIn(text: string): readonly string[] {
  if (!text.startsWith('[')) return text.split(/\s+/).filter((part) => part !== '');
  const read = readJson(text);
  return 'value' in read && Array.isArray(read.value) ? read.value.map(String) : [text];
}

/** Variables without which the server cannot be reached. */
export function variablesIn({ command, url, headers, cwd, auth }: JsonObject): string[] {
  const text = JSON.stringify([command, url, headers, cwd, auth]);
  return [...new Set([...text.matchAll(/\{env\.([A-Z][A-Z0-9_]*)\}/g)].map(([, name = '']) => name))];
}
