/** The command line of `haft install --local-model` → what is wanted, checked, and how much context it has. */
import { HOSTS, MODEL_HOSTS } from '../../../../../spec/hosts/index.ts';
import type { ModelHost, Runner } from '../../../../../spec/hosts/local-model.ts';
import { RUNNER_ADDRESS, LARGER_CONTEXT, downloadHint } from '../../../../../spec/hosts/local-model.ts';
import type { EntryScope } from '../../../../../emit/host-files/desired-entry.ts';
import { type Invocation, textFlag } from '../../../../../edge/command-line/command.ts';
import { Failure, unknownName } from '../../../../../edge/command-line/failure.ts';
import { sharedOptions } from '../options.ts';
import { membersOf, readJsonMap } from '../../../../../plan/read-json.ts';

export type ModelOptions = ReturnType<typeof readModelOptions>;

/** Flags of the command that are about models too. */
const FITTING = [
  'local-model',
  'base-url',
  'host',
  'user',
  'project',
  'dry-run',
  'remove',
  'force',
  'config-path',
] as const;

/** @throws Failure for what does not fit together. */
export function readModelOptions(invocation: Invocation) {
  const { flags, lists } = invocation;
  const flagNames = [...Object.keys(flags), ...Object.keys(lists)];
  const other = flagNames.find((name) => !FITTING.some((one) => one === name));
  if (other !== undefined)
    throw new Failure(`The flag --${other} is about servers, not about a model.`, 'Install the model on its own.');
  const { is, names, shared } = sharedOptions(invocation);
  const runner = { model: tagOf(invocation), address: addressOf(textFlag(invocation, 'base-url') ?? RUNNER_ADDRESS) };
  // The runner is one of this machine, not of a project.
  const scope: EntryScope = is('project') ? 'project' : 'user';
  return { ...shared, hosts: names.map((name) => modelHostOf(name, runner)), scope, runner };
}

/** @throws Failure for a host whose model cannot be set, with the reason (EXT §5). */
function modelHostOf(id: string, runner: Runner): ModelHost {
  const host = MODEL_HOSTS.find((one) => one.id === id);
  if (host) return host;
  const ids = MODEL_HOSTS.map((one) => one.id);
  const other = HOSTS.find((one) => one.id === id);
  if (other?.ownModel)
    throw new Failure(
      `${other.title} takes a local model by its environment, which Haft does not write.`,
      `For this model, ${other.ownModel(runner)}.`,
    );
  if (other?.hosted)
    throw new Failure(
      `${other.title} is a hosted agent: it needs a login with its vendor or an API key, and Haft knows no setting of it for a local model.`,
      `Hosts that take a local model: ${ids.join(', ')}.`,
    );
  if (other)
    throw new Failure(
      `Haft cannot set a local model for ${other.title}.`,
      `Choose the model in its own settings. Hosts that take one from Haft: ${ids.join(', ')}.`,
    );
  throw unknownName([`Unknown host "${id}".`, id], ids, `Hosts that take a local model: ${ids.join(', ')}.`);
}

function tagOf(invocation: Invocation): string {
  const tag = textFlag(invocation, 'local-model') ?? '';
  if (/^[\w.@+][\w.:/@+-]{0,199}$/.test(tag)) return tag;
  throw new Failure(
    `The flag --local-model must be the tag of a model, got "${tag}".`,
    'Write it as the runner lists it, such as --local-model qwen3:8b.',
  );
}

/** Without a slash or `/v1` at its end: hosts add what they need. */
function addressOf(written: string): string {
  const url = URL.canParse(written) ? new URL(written) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.search !== '' || url.hash !== '')
    throw new Failure(
      `The flag --base-url must be the address of a runner, got "${written}".`,
      `Write --base-url ${RUNNER_ADDRESS}.`,
    );
  if (url.username !== '' || url.password !== '')
    throw new Failure(
      'The address of --base-url has a name or a password, which would be written into files of hosts.',
      'Leave it out.',
    );
  return `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, '').replace(/\/v1$/, '')}`;
}

/** Tokens that an agent with tools needs. */
const ENOUGH = 64_000;
/** Milliseconds for each question. */
const PATIENCE = 2000;

type Answer = Record<string, unknown>;

/** One sentence for a person, with what to do; undefined if the context is large enough. */
export async function remarkOnContext({ address, model }: Runner): Promise<string | undefined> {
  const loaded = await ask(`${address}/api/ps`);
  if (loaded === 'silent')
    return `note: nothing responds at ${address}, so the context of "${model}" is unknown. Start the runner before the host.`;
  const running = contextOfLoaded(loaded, model);
  if (running !== undefined) return tooSmall(model, running, 'is loaded with');
  const reply = await ask(`${address}/api/show`, { model });
  if (reply !== 'silent' && reply.status === 404 && typeof reply.body['error'] === 'string')
    return `warning: the runner does not have "${model}"; ${downloadHint(model)}`;
  if (reply === 'silent' || reply.status !== 200) return await remarkOnServer({ address, model });
  const most = contextOfModel(reply.body);
  const set = /^num_ctx\s+(\d+)/m.exec(String(reply.body['parameters'] ?? ''))?.[1];
  if (most !== undefined && most < ENOUGH) return tooSmall(model, most, 'has at most');
  if (set !== undefined) return tooSmall(model, Number(set), 'is set to');
  if (most === undefined) return await remarkOnServer({ address, model });
  return `note: the context of "${model}" is the default of the runner; ${LARGER_CONTEXT}`;
}

/** llama-server says what it was started with. */
async function remarkOnServer({ address, model }: Runner): Promise<string | undefined> {
  const props = await ask(`${address}/props`);
  const settings = props === 'silent' ? undefined : membersOf(props.body['default_generation_settings']);
  const context = settings?.['n_ctx'];
  if (typeof context !== 'number' || context === 0)
    return `note: the runner at ${address} does not report the context of "${model}"; agents need ${count(ENOUGH)} tokens.`;
  return tooSmall(model, context, 'is loaded with');
}

function tooSmall(model: string, context: number, verb: string): string | undefined {
  if (context >= ENOUGH) return undefined;
  return `warning: "${model}" ${verb} ${count(context)} tokens of context; agents with tools need ${count(ENOUGH)}. ${
    verb === 'has at most' ? 'Choose another model.' : `To change it, ${LARGER_CONTEXT}`
  }`;
}

function count(tokens: number): string {
  return tokens.toLocaleString('en');
}

function contextOfLoaded({ body }: Exclude<Asked, 'silent'>, model: string): number | undefined {
  const models: readonly unknown[] = Array.isArray(body['models']) ? body['models'] : [];
  const entry = models.map(membersOf).find((one) => one?.['name'] === model || one?.['model'] === model);
  const context = entry?.['context_length'];
  return typeof context === 'number' && context > 0 ? context : undefined;
}

/** `<architecture>.context_length`, and no other key that ends so. */
function contextOfModel(body: Answer): number | undefined {
  const info = membersOf(body['model_info']) ?? {};
  const context = info[`${String(info['general.architecture'])}.context_length`];
  return typeof context === 'number' ? context : undefined;
}

type Asked = { readonly status: number; readonly body: Answer } | 'silent';

async function ask(url: string, body?: object): Promise<Asked> {
  const post = body && { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  try {
    const response = await fetch(url, { ...post, signal: AbortSignal.timeout(PATIENCE), redirect: 'error' });
    return { status: response.status, body: readJsonMap(await response.text()) ?? {} };
  } catch {
    return 'silent';
  }
}
