/** What is sent for a case that starts from a prompt, or has resources attached: their texts, with those of the user. */
import { ownMember } from '@haft/runtime/language';
import { filledMessages, resourceAt } from '../check/analysis/evals/offers.ts';
import { textHash } from './hash.ts';
import type { EvalTurn, ServerPlan, SkillPlan, ToolEval } from './model.ts';
import type { PromptPlan } from './offers.ts';
import { skillBody } from './skill-body.ts';

export interface SentCase {
  /** Turns of the prompt before its request. */
  readonly after: readonly EvalTurn[];
  /** Undefined where a part of it is not known: that of a contract, or of a prompt that does not exist. */
  readonly request: string | undefined;
  /** Of each prompt and resource in it, by what it is, such as `prompt "plan_day"`; those of a contract are the same. */
  readonly hashes: Readonly<Record<string, string>>;
}

export interface PromptedServer {
  readonly server: ServerPlan;
  /** All of the Plan: prompts can be theirs. */
  readonly skills: readonly SkillPlan[];
}

/** All that what is sent for the cases of a server is made of. */
export function promptedBy({ server, skills }: PromptedServer): readonly [ServerPlan, ...SkillPlan[]] {
  const names = (server.prompts ?? []).flatMap(({ skill }) => skill ?? []);
  return [server, ...(names.length === 0 ? [] : skills.filter(({ name }) => names.includes(name)))];
}

/** What a host shows together. */
interface Shown {
  readonly servers: readonly ServerPlan[];
  readonly skills: readonly SkillPlan[];
}

/** A text, or something that is attached, of which a contract has the hash alone. */
interface Part {
  readonly role: 'user' | 'assistant';
  readonly uri?: string;
  readonly sha256?: string;
  readonly text: string | undefined;
}

/** Undefined for a case of which the request alone is sent. */
export function sentCase(
  { query, prompt, with: attached = [] }: Pick<ToolEval, 'query' | 'prompt' | 'with'>,
  shown: Shown,
): SentCase | undefined {
  if (!prompt && attached.length === 0) return undefined;
  const own = prompt ? promptParts(prompt, shown) : [userText(query)];
  const resources = shown.servers.flatMap((server) =>
    (server.resources ?? []).map((resource) => ({ server, resource })),
  );
  const others = attached.map(({ uri, text }): Part => {
    const target = resources.find((one) => resourceAt(uri, [one.resource]));
    return text === undefined ? filePart('user', uri, target?.resource, target?.server) : { role: 'user', uri, text };
  });
  const parts = [...own, ...others];
  const [request, ...before] = turnsOf(parts).toReversed();
  const isKnown = parts.every(({ text }) => text !== undefined) && request?.user !== undefined;
  return {
    after: before.toReversed(),
    request: isKnown ? request.user : undefined,
    hashes: Object.fromEntries([
      ...(prompt ? [[`prompt ${JSON.stringify(prompt.name)}`, hashOf(own)]] : []),
      ...others.map((one) => [`resource ${JSON.stringify(one.uri)}`, hashOf([one])]),
    ]),
  };
}

/** By the name with which cases of these servers choose it: with its server where several have one of that name. */
export function shownPrompts(
  servers: readonly ServerPlan[],
): ReadonlyMap<string, { readonly server: ServerPlan; readonly prompt: PromptPlan }> {
  const all = servers.flatMap((server) => (server.prompts ?? []).map((prompt) => ({ server, prompt })));
  const isShared = (name: string): boolean => all.filter(({ prompt }) => prompt.name === name).length > 1;
  return new Map(
    all.map((one) => {
      const { name } = one.prompt;
      return [isShared(name) ? `${one.server.name}.${name}` : name, one];
    }),
  );
}

function hashOf(parts: readonly Part[]): string {
  return textHash(JSON.stringify(parts.map(({ role, uri, sha256, text }) => [role, uri, sha256 ?? text])));
}

function promptParts(
  { name, arguments: args }: NonNullable<ToolEval['prompt']>,
  { servers, skills }: Shown,
): readonly Part[] {
  const target = shownPrompts(servers).get(name);
  if (!target) return [{ role: 'user', text: undefined }];
  const { server, prompt } = target;
  if (prompt.skill !== undefined) {
    const skill = skills.find((one) => one.name === prompt.skill);
    const request = ownMember(args, 'request');
    return [userText(skill && skillBody(skill)), ...(request === undefined ? [] : [userText(request)])];
  }
  return filledMessages(prompt.messages, args).map(({ role = 'user', text, file, resource, sha256 }): Part => {
    if (text !== undefined) return { role, text };
    if (file !== undefined) return filePart(role, `file:///${file}`, { file, sha256 }, server);
    const own = server.resources?.find(({ uri }) => uri === resource);
    return filePart(role, resource ?? '', own, server);
  });
}

function userText(text: string | undefined): Part {
  return { role: 'user', text };
}

function filePart(
  role: Part['role'],
  uri: string,
  { file = '', sha256 = '' }: { readonly file?: string; readonly sha256?: string | undefined } = {},
  server?: ServerPlan,
): Part {
  return { role, uri, sha256, text: ownMember(server?.texts ?? {}, file) };
}

/** Models take turns: what follows one another in one role is one turn. */
function turnsOf(parts: readonly Part[]): EvalTurn[] {
  const turns: { role: Part['role']; text: string }[] = [];
  for (const { role, uri, text = '' } of parts) {
    const written = uri === undefined ? text : `<resource uri=${JSON.stringify(uri)}>\n${text.trimEnd()}\n</resource>`;
    const last = turns.at(-1);
    if (last?.role === role) last.text += `\n\n${written}`;
    else turns.push({ role, text: written });
  }
  return turns.map(({ role, text }) => ({ [role]: text }));
}
