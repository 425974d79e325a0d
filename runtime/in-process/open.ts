/** Opens a server for calls in this process: the way of a call over MCP, without the wire. */
import { parseExact } from '../language/plain.ts';
import type { PutForm } from '../asking/live.ts';
import type { LoadHandlers } from '../server/origins.ts';
import type { Handlers } from '../behaviors/shared/run.ts';
import { contextFor } from '../server/assemble.ts';
import { compileSchemaWith } from '../language/validate.ts';
import { type CallTool, prepareTool } from '../server/call.ts';
import { systemClock } from '../server/clock.ts';
import type { PrintedServer, ServerDescriptor, ToolDescriptor } from '../descriptor/descriptor.ts';
import type { CallOrigin } from '../server/context.ts';
import { failure, isFailure } from '../server/failure.ts';
import { createRateLimiter } from '../server/limits.ts';
import { type Log, reportError } from '../server/log.ts';
import { readPrintedServer } from '../server/printed.ts';
import { filterTools } from '../server/tool-filter.ts';
import { type OptionalModules, combine, loadHandlers } from '../optional-modules.ts';
import type { StartModules } from '../server/start.ts';
import { exactValues } from './exact-values.ts';
import type { Block, OpenOptions, OpenServer, OpenTool, Outcome } from './shapes.ts';

/** With the tools that the variables select. Throws for a bundled handler that does not load, a descriptor of another format, limits that no spec can have, and a variable that names an unknown tool. */
export async function open(
  descriptor: ServerDescriptor | PrintedServer,
  handlers: Handlers | LoadHandlers,
  optional: readonly StartModules[],
  { env = process.env, log, limits = {}, ask, put }: OpenOptions & { readonly put?: PutForm | undefined } = {},
): Promise<OpenServer> {
  const modules: OptionalModules & StartModules = combine(optional);
  const { fitFinders } = modules;
  const printed = filterTools(readPrintedServer(descriptor), { flags: [], variables: env, fitFinders });
  const server = { ...printed, limits: { ...printed.limits, ...checkedLimits(limits) } };
  const write = (line: string): void => {
    try {
      log?.(line);
    } catch {
      // A call rejects only for its signal.
    }
  };
  const context = contextFor(server, await loadHandlers(handlers, modules), env, write, modules);
  const allowance = createRateLimiter(server.limits, systemClock);
  const show = put ?? (ask && putBy(ask, context.log));
  const attach = show && modules.askHere?.(show, context.compile);
  const user = modules.caller?.(server, env);
  const own = server.tools.filter(({ behavior }) => behavior.kind !== 'find');
  const named = (tools: readonly ToolDescriptor[]): Record<string, OpenTool> =>
    Object.fromEntries(
      tools.map((tool) => [
        tool.name,
        openTool(tool, prepareTool(tool, context), { allowance, attach, user, anyData: true }),
      ]),
    );
  return {
    tools: named(own.filter(({ listed }) => listed !== false)),
    unlisted: named(own.filter(({ listed }) => listed === false)),
    close: async () => context.upstreams?.close(),
  };
}

/** As in a spec. */
const LIMITS = {
  type: 'object',
  properties: {
    calls_per_minute: { type: 'integer', minimum: 1, maximum: 1_000_000 },
    concurrency: { type: 'integer', minimum: 1, maximum: 10_000 },
  },
  additionalProperties: false,
} as const;

function checkedLimits(limits: NonNullable<OpenOptions['limits']>): object {
  const present = Object.entries(limits).filter(([, value]) => value !== undefined);
  const checked = compileSchemaWith(LIMITS, LIMITS, undefined)(Object.fromEntries(present));
  if ('issues' in checked) throw new Error(`limits: ${checked.issues.map(({ message }) => message).join(' ')}`);
  return checked.value;
}

function putBy(ask: NonNullable<OpenOptions['ask']>, log: Log): PutForm {
  return async ({ message, requestedSchema }, signal, confirms) => {
    try {
      const reply = await ask({ message, requestedSchema, confirms }, signal);
      const exact = exactValues(reply);
      return isFailure(exact) ? exact : reply;
    } catch (thrown) {
      log(`a question was not shown: ${reportError(thrown)}`, 'error');
      return failure(
        'cannot_ask',
        'The question could not be shown to the user.',
        'Do not retry. Tell the user that a question could not be shown.',
      );
    }
  };
}

function openTool(tool: ToolDescriptor, call: CallTool, origin: CallOrigin): OpenTool {
  const { name, title, description = '', inputSchema, outputSchema, results, annotations = {} } = tool;
  const read = results === 'raw' ? readRaw : readEnvelope;
  return {
    name,
    ...(title !== undefined && { title }),
    description,
    inputSchema: { ...inputSchema },
    ...(outputSchema && { outputSchema: { ...outputSchema } }),
    ...(results && { results }),
    readsOnly: annotations.readOnlyHint === true,
    destroys: mayDestroy(tool),
    call: (input: unknown, { signal } = {}) => {
      const args = exactValues(input ?? {});
      return signal ? callUntil(signal, () => call(args, origin), read) : outcomeOf(call(args, origin).outcome, read);
    },
  };
}

/** What says nothing may destroy (MCP, ToolAnnotations). */
export function mayDestroy({ annotations = {} }: ToolDescriptor): boolean {
  return annotations.readOnlyHint !== true && annotations.destructiveHint !== false;
}

/** Of a `CallToolResult`, as JSON. */
type ReadResult = (result: string) => Outcome;

async function outcomeOf(outcome: ReturnType<CallTool>['outcome'], read: ReadResult): Promise<Outcome> {
  // Only a call that can ask ends in a question.
  return read(`{${String(await outcome)}}`);
}

/** Not waited for once it is aborted: a handler may take no notice. */
function callUntil(signal: AbortSignal, start: () => ReturnType<CallTool>, read: ReadResult): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const refuse = (): void => reject(signal.reason);
    if (signal.aborted) return refuse();
    const { open, outcome } = start();
    const stop = (): void => {
      open.abort('aborted');
      refuse();
    };
    signal.addEventListener('abort', stop, { once: true });
    return void outcomeOf(outcome, read)
      .finally(() => signal.removeEventListener('abort', stop))
      .then(resolve, reject);
  });
}

/** What the server itself has printed; `structuredContent` is the envelope where results have one. */
interface Members<Data> {
  readonly content: readonly Block[];
  readonly structuredContent?: Data;
  readonly isError?: boolean;
}

/** Blocks behind the text of the envelope, or alone where the tool declares no data (`sealBlocks`). */
function readEnvelope(result: string): Outcome {
  const { content, structuredContent: envelope }: Members<Outcome> = JSON.parse(result);
  if (envelope === undefined) return { success: true, data: {}, content };
  return content.length > 1 ? { ...envelope, content: content.slice(1) } : envelope;
}

/** An integer that JavaScript does not represent is a text of its digits, as in an envelope. */
function readRaw(result: string): Outcome {
  const { content, structuredContent = {}, isError = false } = parseExact(result) as unknown as Members<unknown>;
  if (!isError) return { success: true, data: structuredContent, content };
  const error = content.map(({ text }) => text).filter((text) => typeof text === 'string');
  const retry_hint = 'Read the error before the tool is called again.';
  return { success: false, error: error.join('\n') || 'The tool failed.', code: 'tool_failed', retry_hint, content };
}
