/** Asks a model or a host all questions of a run, several at a time, within limits; each answer is kept at once, also for later runs. */
import { type Prices, mostCost } from './cost.ts';
import type { EngineAnswer, RunUsage, Tokens } from '../online/engine.ts';
import { Failure } from '../../../edge/command-line/failure.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileHash } from '../../../plan/hash.ts';
import { readJsonMap } from '../../../plan/read-json.ts';
import { anything, byMember, either, isMatch, list, map, mapOf, none, number, text } from '../../../spec/shape/form.ts';
import { readRegular } from '../../../edge/project-files/read.ts';
import { writeWhole } from '../../../edge/write/whole.ts';

const FOLDER = join('.haft', 'evals');

const MAX_BYTES = 10_485_760;

export interface Limits {
  readonly lanes: number;
  /** Requests that are sent, with retries. */
  readonly calls: number;
  readonly minutes: number;
  /** In the currency of `prices`; no limit where undefined. */
  readonly cost: number | undefined;
  readonly prices: Prices | undefined;
}

/** The rate of the Messages API for input that it writes to its cache. */
const WRITING = 1.25;

/** What is reported of each request that an answer costs. */
export interface Meter {
  /** Before a request, and before each repetition. @throws Failure at a limit of the run. */
  send(): void;
  /** The model may have worked for this request, and its tokens are not known, or only those of one side. */
  uncounted(body: object, counted?: Tokens): void;
}

/** An engine rejected a request or was not reached: an error of the case where others are answered, and else the end of the run. */
export class RequestFailure extends Failure {
  /** Whether other requests fail too, as far as is known: those of a service do, and of this request do not. */
  readonly blame: 'request' | 'service' | 'either';
  /** As in an answer, for one request of several. */
  readonly step: string | undefined;

  constructor(message: string, hint: string, blame: RequestFailure['blame'], step?: string) {
    super(message, hint);
    this.blame = blame;
    this.step = step;
  }
}

export const NO_TOKENS: Tokens = { input: 0, output: 0, cached: 0 };

export function errorAnswer(message: string, step?: string): EngineAnswer {
  return { kind: 'error', message, ...(step !== undefined && { step }), tokens: NO_TOKENS };
}

/** What is sent once. Some interfaces have no seed: there it tells the trials of one request apart. */
export interface Trial {
  readonly body: object;
  readonly seed: number;
  /** The case that it is a trial of; itself where absent. */
  readonly one?: object;
}

/** What an answer is kept under. */
export function requestKey({ id }: Pick<Respondent<Trial>, 'id'>, { body, seed }: Trial): string {
  return JSON.stringify([...id, body, seed]);
}

/** What gives the answers. */
export interface Respondent<T> {
  /** Everything but the trial that an answer depends on. */
  readonly id: readonly string[];
  /**
   * @throws RequestFailure for this request, Failure where no further one can succeed, what `meter` throws, and the reason of
   * `signal` once it is aborted.
   */
  respond(trial: T, signal: AbortSignal, meter: Meter): Promise<EngineAnswer>;
}

export interface AskRun<T> {
  readonly respondent: Respondent<T>;
  readonly cache: AnswerCache;
  /** Of `limits`; shared by all rounds of a run. */
  readonly budget: ReturnType<typeof createBudget>;
  readonly limits: Limits;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: { readonly done: number; readonly total: number }) => void;
}

/** Cases in a row that an engine did not answer after it had answered others: it is lost. */
const MAX_LOST = 5;

/**
 * The answers, by the place of their question.
 *
 * @throws Failure where the engine cannot be used, a limit is reached, or the run is interrupted. Answers that were there are in the cache.
 */
export async function askAll<T extends Trial>(trials: readonly T[], run: AskRun<T>): Promise<readonly EngineAnswer[]> {
  const { respondent, cache, limits, onProgress } = run;
  const requests = trials.map((trial) => requestKey(respondent, trial));
  const fromCache = requests.map((request) => cache.get(request));
  const answers: EngineAnswer[] = [];
  const course = courseOf(run, fromCache.some(Boolean));
  let [next, done, answered] = [0, 0, 0];
  const stop = new AbortController();
  const signal = AbortSignal.any([run.signal, stop.signal]);
  const lane = async (): Promise<void> => {
    for (let trial = trials[next]; trial && !course.limit(); trial = trials[next]) {
      const place = next;
      next += 1;
      const request = requests[place] ?? '';
      const answer = course.reuse(fromCache[place] ?? cache.get(request)) ?? (await course.ask(trial, request, signal));
      if (!answer) return;
      answers[place] = answer;
      if (answer.kind !== 'error') answered += 1;
      done += 1;
      onProgress({ done, total: trials.length });
    }
  };
  const lanes = Array.from({ length: Math.min(limits.lanes, trials.length) }, () => lane());
  try {
    await Promise.all(lanes);
  } catch (error) {
    // One lane has ended; the others would go on with requests whose answers are not read.
    stop.abort();
    await Promise.allSettled(lanes);
    const again = `${howToContinue(cache)}.`;
    if (run.signal.aborted)
      throw new Failure(`Interrupted after ${done} of ${trials.length} questions; their answers are kept.`, again);
    if (answered === 0 || !(error instanceof Failure)) throw error;
    const note = `The answers to ${answered} of ${trials.length} questions are kept.`;
    throw new Failure(`${error.message} ${note}`, `${error.hint} ${again}`, { cause: error });
  }
  const failure = course.limit() ?? course.failureOfAll();
  if (failure) throw failure;
  return answers;
}

/** What the requests of a run have in common: its limit, and which of their failures are errors of their cases. */
function courseOf<T extends Trial>({ respondent, cache, budget }: AskRun<T>, isCached: boolean) {
  const lost = new Set<object>();
  let hasAnswer = isCached || budget.isAnswered();
  let [limit, first]: [Failure?, Failure?] = [];
  const meter: Meter = {
    send() {
      if ((limit ??= budget.take(howToContinue(cache)))) throw limit;
    },
    uncounted: (body, counted) => budget.addUncounted(body, counted),
  };
  const asError = (error: unknown, one: object): EngineAnswer => {
    if (!(error instanceof RequestFailure)) throw error;
    if (error.blame !== 'request') lost.add(one);
    if (lost.size >= MAX_LOST || (error.blame === 'service' && !hasAnswer)) throw error;
    first ??= error;
    return errorAnswer(error.message, error.step);
  };
  return {
    limit: () => limit,
    failureOfAll: () => (hasAnswer ? undefined : first),
    reuse(answer: EngineAnswer | undefined) {
      if (answer) budget.reuse();
      return answer;
    },
    /** Nothing at a limit. Requests in flight are paid for then: their answers are kept, so that the next run gets further. */
    async ask(trial: T, request: string, signal: AbortSignal): Promise<EngineAnswer | undefined> {
      const answer = await respondent
        .respond(trial, signal, meter)
        .catch((error: unknown) => (limit ? undefined : asError(error, trial.one ?? trial)));
      if (!answer) return undefined;
      cache.put(request, answer);
      budget.add(answer);
      if (answer.kind === 'error') return answer;
      hasAnswer = true;
      lost.clear();
      return answer;
    },
  };
}

export function createBudget({ calls, minutes, cost, prices }: Limits) {
  const start = performance.now();
  const end = start + minutes * 60_000;
  let [paid, sent, reused, answered] = [0, 0, 0, 0];
  let tokens = NO_TOKENS;
  const spent = (): readonly [limit: string, key: string] | undefined => {
    if (sent >= calls) return [`${calls} calls`, 'calls'];
    if (performance.now() >= end) return [`${minutes} minutes`, 'minutes'];
    return cost !== undefined && paid >= cost ? [`a cost of ${cost}`, 'cost'] : undefined;
  };
  return {
    /** Counts a request, or says why nothing more may be sent. `again`: how to continue. */
    take(again: string): Failure | undefined {
      const [limit, key] = spent() ?? [];
      if (limit === undefined) sent += 1;
      return limit === undefined
        ? undefined
        : new Failure(
            `The run reached its limit of ${limit}; the answers so far are kept.`,
            `${again}, or raise \`evals.limits.${key}\` in haft.yaml.`,
          );
    },
    /** Whether nothing more may be sent. */
    isSpent: () => spent() !== undefined,
    add({ kind, tokens: { input, output, cached, written = 0 } }: EngineAnswer) {
      if (kind !== 'error') answered += 1;
      tokens = { input: tokens.input + input, output: tokens.output + output, cached: tokens.cached + cached };
      if (prices) paid += ((input + (WRITING - 1) * written) * prices.input + output * prices.output) / 1_000_000;
    },
    /** What is not `counted` of a request, at the most that it can cost. */
    addUncounted(body: object, counted?: Tokens) {
      if (prices) paid += mostCost(Buffer.byteLength(JSON.stringify(body)), prices, counted);
    },
    /** Whether any request of the run has an answer. */
    isAnswered: () => answered + reused > 0,
    /** Counts an answer that was known. */
    reuse: () => (reused += 1),
    used(): Omit<RunUsage, 'remarks'> {
      const seconds = Math.round((performance.now() - start) / 100) / 10;
      return { requests: sent, reused, seconds, ...tokens, ...(prices && { cost: paid }) };
    },
  };
}

function howToContinue({ isFresh }: AnswerCache): string {
  return isFresh ? 'Run the command again without --no-cache to continue' : 'Run the command again to continue';
}

/** `.haft/evals/`: answers of engines by the whole request, so that an interrupted run goes on where it was. */
interface AnswerCache {
  /** Whether it gives no answer that was known before the run. */
  readonly isFresh?: boolean;
  get(request: string): EngineAnswer | undefined;
  put(request: string, answer: EngineAnswer): void;
}

/** Errors are not kept. Safe to delete at any time. `isFresh`: requests that are in it are repeated; the new answers replace the old ones. */
export function openAnswerCache(root: string, isFresh = false): AnswerCache {
  const placeOf = (request: string): string => join(root, FOLDER, `${fileHash(Buffer.from(request))}.json`);
  return {
    isFresh,
    get(request) {
      const path = placeOf(request);
      if (isFresh || !existsSync(path)) return undefined;
      const value = readJsonMap(readRegular(path, { most: MAX_BYTES }).toString('utf8'));
      return isMatch(value, answerForm) ? value : undefined;
    },
    put(request, answer) {
      if (answer.kind !== 'error') writeWhole([{ path: placeOf(request), content: `${JSON.stringify(answer)}\n` }]);
    },
  };
}

const tokens = map({ input: number, output: number, cached: number });
const call = { name: text, arguments: either(none, mapOf(anything)) };
const answerForm = byMember('kind', {
  declined: map({ tokens }),
  text: map({ text, tokens }),
  call: map({ ...call, later: list(map(call)), tokens }),
});
