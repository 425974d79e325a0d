/** A prompt or a resource as `haft call` names it: where two servers have it, with its server. */
import type { JsonObject } from '@haft/runtime/language';
import { type PutForm, matchUri } from '@haft/runtime/try';
import { listNames } from '../../base/text/escape.ts';
import type { BuiltServer } from '../../edge/calls/call-handler.ts';
import { type Invocation, textFlags } from '../../edge/command-line/command.ts';
import { Failure, unknownName } from '../../edge/command-line/failure.ts';
import type { Plan, ServerPlan } from '../../plan/model.ts';
import { commandName } from '../../plan/named-tools.ts';

type OfferKind = 'prompt' | 'resource';

/** `key`: the name of the prompt, or the URI, without its server. */
interface Offered {
  readonly kind: OfferKind;
  readonly server: ServerPlan;
  readonly key: string;
}

/** Whether a name is that of a resource, as `uri` or `server/uri`: tools and servers have no colon in theirs. */
export function isUri(name: string): boolean {
  return /^(?:[^:/]+\/)?[a-z][a-z0-9+.-]*:/.test(name);
}

/** @throws Failure for a name that no server has, or several. */
export function namedOffer(plan: Plan, kind: OfferKind, written: string): Offered {
  const offers = (server: ServerPlan, key: string): Offered[] =>
    keysOf(server, kind).some((own) => isKey(kind, own, key)) ? [{ kind, server, key }] : [];
  const plain = plan.servers.flatMap((server) => offers(server, written));
  const withServer = plan.servers.flatMap((server) => {
    const mark = MARKS[kind].find((one) => written.startsWith(server.name + one));
    return mark === undefined ? [] : offers(server, written.slice(server.name.length + mark.length));
  });
  const [match, ...others] = plain.length === 1 || withServer.length === 0 ? plain : withServer;
  if (!match) throw notOffered(plan, kind, written);
  if (others.length === 0) return match;
  throw new Failure(
    `"${written}" is ambiguous: ${others.length + 1} servers have it.`,
    `Name one of them: ${listNames([match, ...others].map(nameWithServer), 12)}.`,
  );
}

/** Between a server and what it offers; the first is the one that is shown. */
const MARKS: Readonly<Record<OfferKind, readonly [string, ...string[]]>> = { prompt: ['.', '/'], resource: ['/'] };

function nameWithServer({ kind, server, key }: Offered): string {
  return server.name + MARKS[kind][0] + key;
}

function isKey(kind: OfferKind, own: string, key: string): boolean {
  return kind === 'prompt' ? own === key : matchUri(own, key) !== undefined;
}

function keysOf({ prompts = [], resources = [] }: ServerPlan, kind: OfferKind): string[] {
  return kind === 'prompt' ? prompts.map(({ name }) => name) : resources.map(({ uri }) => uri);
}

/** What several servers have is listed with each of them. */
function notOffered({ servers }: Plan, kind: OfferKind, written: string): Failure {
  const all = servers.flatMap((server) => keysOf(server, kind).map((key) => ({ kind, server, key })));
  const names = all.map((one) => {
    const isRepeated = all.some(({ server, key }) => key === one.key && server !== one.server);
    return isRepeated ? nameWithServer(one) : one.key;
  });
  const title = kind === 'prompt' ? 'Prompts' : 'Resources';
  return unknownName([`Unknown ${kind} "${written}".`, written], names, `${title}: ${listNames(names, 12) || 'none'}.`);
}

/** Flags of calls: what is behind a resource is not called as a tool. */
const CALL_FLAGS: readonly string[] = ['dry-run', 'trace', 'record', 'replay'];

/** @throws Failure for what a resource would ignore. */
export function refuseIdle(plan: Plan, { server, key }: Offered, invocation: Invocation): void {
  const { flags, positionals } = invocation;
  const own = (server.resources ?? []).filter(({ uri }) => isKey('resource', uri, key));
  const tool = own.some(({ file }) => file !== undefined) ? undefined : own[0]?.tool;
  const behind = tool === undefined ? undefined : commandName({ server: server.name, tool }, plan);
  const leave = (what: string): string =>
    behind === undefined ? `Leave ${what} out.` : `Call the tool behind it, ${behind}, or leave ${what} out.`;
  const resource = 'a resource, which is read as it is';
  const idle = [...CALL_FLAGS, ...(behind === undefined ? ['yes'] : [])].find((name) => flags[name] === true);
  const flag = idle ?? (textFlags(invocation, 'arg').length > 0 ? 'arg' : undefined);
  if (flag !== undefined) throw new Failure(`The flag --${flag} has no meaning with ${resource}.`, leave('the flag'));
  if (positionals[1] !== undefined)
    throw new Failure(`Arguments in JSON have no meaning with ${resource}.`, leave('them'));
}

/** The result of MCP. `args` are those of a prompt; `asking` shows what the server asks the user. @throws Failure for what it rejects. */
export async function getOffered(
  built: BuiltServer,
  { kind, server, key }: Offered,
  args: unknown,
  asking: PutForm | undefined,
): Promise<JsonObject> {
  const request =
    kind === 'prompt'
      ? { method: 'prompts/get', params: { name: key, arguments: args } }
      : { method: 'resources/read', params: { uri: key } };
  const { askServer } = await import('../../edge/calls/call-handler.ts');
  const [result = {}] = await askServer(built, server, [request], { asking });
  return result;
}
