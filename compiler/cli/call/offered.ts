/** `haft call --prompt <name>` and `haft call <uri>`: what a host gets for a prompt or a resource, from the compiled server. */
import { matchUri } from '@haft/runtime/try';
import { type BuiltServer, askServer } from '../../edge/calls/call-handler.ts';
import { Failure } from '../../edge/command-line/failure.ts';
import { unknownName } from '../../edge/command-line/unknown-name.ts';
import { listNames } from '../../base/text/escape.ts';
import type { Plan, ServerPlan } from '../../plan/model.ts';

/** What is asked for; `args` are those of a prompt. */
interface Wanted {
  readonly name: string;
  readonly isPrompt: boolean;
  readonly args: unknown;
}

/** Whether a name is that of a resource: tools and servers have no colon in theirs. */
export function isUri(name: string): boolean {
  return /^[a-z][a-z0-9+.-]*:/.test(name);
}

/** The result of MCP. @throws Failure for what no server has, and for what it rejects. */
export async function getOffered(built: BuiltServer, { name, isPrompt, args }: Wanted): Promise<object> {
  const { servers } = built.compiled.plan;
  const [server, ...others] = servers.filter((one) =>
    (isPrompt ? promptsOf(one) : urisOf(one)).some((own) => (isPrompt ? own === name : matchUri(own, name))),
  );
  if (!server) throw notOffered(built.compiled.plan, name, isPrompt);
  if (others.length > 0)
    throw new Failure(
      `"${name}" is ambiguous: ${others.length + 1} servers have it.`,
      `Rename it in one of ${listNames(
        [server, ...others].map((one) => one.name),
        12,
      )}.`,
    );
  const request = isPrompt
    ? { method: 'prompts/get', params: { name, arguments: args } }
    : { method: 'resources/read', params: { uri: name } };
  const [result = {}] = await askServer(built, { ...server, transports: ['stdio'] }, [request]);
  return result;
}

function notOffered({ servers }: Plan, name: string, isPrompt: boolean): Failure {
  const names = servers.flatMap(isPrompt ? promptsOf : urisOf);
  const [what, all] = isPrompt ? ['prompt', 'Prompts'] : ['resource', 'Resources'];
  return unknownName([`Unknown ${what} "${name}".`, name], names, `${all}: ${listNames(names, 12) || 'none'}.`);
}

function promptsOf({ prompts = [] }: ServerPlan): string[] {
  return prompts.map((one) => one.name);
}

function urisOf({ resources = [] }: ServerPlan): string[] {
  return resources.map(({ uri }) => uri);
}
