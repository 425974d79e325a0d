/** How many tokens the runner gives the model: too few, and an agent forgets its tools. Nothing depends on the answer. */
import { type Runner, LARGER_CONTEXT, downloadHint } from '../../../../../spec/hosts/local-model.ts';
import { membersOf, readJsonMap } from '../../../../../plan/read-json.ts';

/** Tokens that an agent with tools needs. */
const ENOUGH = 64_000;
/** Milliseconds for each question. */
const PATIENCE = 2000;

type Answer = Record<string, unknown>;

/** One sentence for a person, with what to do; nothing where the context is large enough. */
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
