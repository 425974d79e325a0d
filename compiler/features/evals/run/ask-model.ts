/** The model tier: every case is a request to a model; its first call is judged, and nothing is carried out. */
import type { Json, JsonObject } from '@haft/runtime';
import { ownMember } from '@haft/runtime/language';
import type { Conversation } from '../online/conversation.ts';
import type { Engine } from '../online/engine.ts';
import { ENGINES } from '../online/engines/index.ts';
import { type Question, questionsOf } from '../online/questions.ts';
import { pluralize } from '../../../base/text/pluralize.ts';
import { Failure } from '../../../edge/command-line/failure.ts';
import { ask } from './ask.ts';
import { sizeText } from './cost.ts';
import { type ModelEntry, modelEntry } from './model-entry.ts';
import { withoutKeys } from './without-keys.ts';
import { type OnlineTier, type TierCell } from './online-tier.ts';
import { choice, text, textFlag } from '../../../edge/command-line/command.ts';
import { HOSTS, apiOf, asHost } from './ask-as.ts';

export const model: TierCell = {
  help: 'asks a model',
  flags: {
    model: text('name', 'Model of haft.yaml to ask (default: the first); any with --endpoint or --agent.'),
    endpoint: text('url', 'Ask the model at this address, without a key.'),
    as: choice(HOSTS, 'Send what the program of this host sends: its names, instructions and own tools.'),
  },
  lanes: 4,
  online(invocation, { evalRuns }, timeoutMs) {
    const [entry, host] = [modelEntry(evalRuns, invocation), textFlag(invocation, 'as')];
    if (host === undefined) return onlineModel(entry, timeoutMs);
    const api = apiOf(host);
    if (textFlag(invocation, 'endpoint') === undefined && entry.api !== api)
      throw new Failure(
        `The requests of this host have the interface \`${api}\`, and model "${entry.name}" has \`${entry.api}\`.`,
        `Write \`api: ${api}\` for the model in haft.yaml, or name an address: --endpoint <url>.`,
      );
    return asHost(onlineModel(entry, timeoutMs, api), { host, model: entry.model, timeoutMs });
  },
};

function onlineModel(entry: ModelEntry, timeoutMs: number, api: string = entry.api): OnlineTier {
  const { model: name, endpoint: url, keyEnv, seeds, temperature, maxTokens, extra, prices } = entry;
  const engine: Engine = ENGINES.find(({ id }) => id === api) ?? ENGINES[0];
  let wasReached = false;
  const rejected: string[] = [];
  const bodyOf = (conversation: Conversation, seed: number): object =>
    withExtra(engine.body(conversation, { model: name, temperature, maxTokens, seed }), extra, name, engine);
  return {
    id: [engine.id, url],
    recorded: { model: name, tier: 'model', engine: url },
    heading: `Model ${name}, ${pluralize(seeds.length, 'trial')} of each case`,
    seeds,
    prices,
    body: bodyOf,
    questions: (sides, used) => questionsOf(sides, (conversation, _choice, seed) => bodyOf(conversation, seed), used),
    forecast(questions, text) {
      const further = questions.reduce((sum, { steps }) => sum + steps.length, 0);
      const most = further > 0 ? `, and up to ${further} more in journeys` : '';
      const about = text === 'of-host' ? '' : `, ${sizeText(questions, prices)}`;
      return `${pluralize(questions.length, 'request')}${most} to ${url} (${name})${about}`;
    },
    remarks: () => rejected.map((member) => remarkOn(member, engine)),
    async respond(question, signal, meter) {
      const key = keyOf(keyEnv);
      const times = { timeoutMs, retryMs: 1000, patienceMs: timeoutMs };
      const endpoint = { engine, url, keyEnv, key, wasReached: () => wasReached, rejected, ...times };
      const asking = withoutKeys<Question>([key ?? ''], ({ body }) => ask(endpoint, body, signal, meter));
      const answer = await asking(question, signal);
      wasReached ||= answer.kind !== 'error';
      return answer;
    },
  };
}

/** What the value of a member must be for a response that is whole, and the only one. */
const ONE_RESPONSE: Readonly<Record<string, Json>> = { stream: false, n: 1, background: false };

/** @throws Failure for a member that Haft writes itself, and one without which a response is one answer to the case. */
function withExtra(body: object, extra: JsonObject, model: string, { optional }: Pick<Engine, 'optional'>): object {
  const whyNot = (member: string): string | undefined => {
    if (member === 'tool_choice') return 'takes the choice from the model';
    if (Object.hasOwn(body, member)) return 'is already part of each request';
    if (Object.hasOwn(optional, member)) return 'is written by Haft';
    const only = ownMember(ONE_RESPONSE, member);
    return only === undefined || extra[member] === only ? undefined : 'changes a response into another than one answer';
  };
  const own = Object.keys(extra).find((member) => whyNot(member) !== undefined);
  if (own === undefined) return { ...body, ...extra };
  throw new Failure(
    `\`extra\` of the model "${model}" has "${own}", which ${whyNot(own)}.`,
    `Remove it from \`extra\` in haft.yaml; \`temperature\`, \`seeds\` and \`max_tokens\` are keys of the model.`,
  );
}

function remarkOn(member: string, { optional }: Engine): string {
  const other = optional[member];
  return other === undefined
    ? `The service rejected \`${member}\`: requests were sent without it.`
    : `The service rejected \`${member}\`: requests were sent with \`${other}\` instead.`;
}

function keyOf(name: string | undefined): string | undefined {
  if (name === undefined) return undefined;
  const key = process.env[name]?.trim();
  if (key !== undefined && !/^[\u0021-\u007e]*$/.test(key))
    throw new Failure(
      `The variable ${name}, which holds the key of the model, contains a character that is not allowed in a header.`,
      'Look for line breaks, blanks and typographic characters in it.',
    );
  if (key) return key;
  throw new Failure(
    `The variable ${name}, which holds the key of the model, is not set.`,
    `Set ${name} and run again.`,
  );
}
