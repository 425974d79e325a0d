/** Calls one tool through the whole pipeline, without any protocol around it. */
import type { Handlers } from '../../../runtime/behaviors/shared/run.ts';
import type { RunningCall } from '../../../runtime/server/call.ts';
import { prepareTool } from '../../../runtime/server/call.ts';
import type { Progress } from '../../../runtime/protocol/progress.ts';
import { risingProgress } from '../../../runtime/protocol/progress.ts';
import type {
  Behavior,
  ConnectionDescriptor,
  EnvDescriptor,
  ErrorCase,
  LimitsDescriptor,
  ToolDescriptor,
} from '../../../runtime/descriptor/descriptor.ts';
import { readEnvironment } from '../../../runtime/server/environment.ts';
import type { Schema } from '../../../runtime/language/schema.ts';
import type { Clock } from '../../../runtime/server/clock.ts';
import { systemClock } from '../../../runtime/server/clock.ts';
import { createRateLimiter, createLimiter } from '../../../runtime/server/limits.ts';
import { compileSchema } from '../../../runtime/language/validate.ts';
import * as modules from '../../../runtime/modules.ts';
import { combine } from '../../../runtime/optional-modules.ts';
import { createRedact } from '../../../runtime/redaction/secret-search.ts';
import type { RunProgram } from '../../../runtime/behaviors/command/process.ts';
import type { Upstreams } from '../../../runtime/upstream/connect.ts';
import type { UpstreamSession } from '../../../runtime/upstream/session.ts';
import type { StartModules } from '../../../runtime/server/start.ts';
import { descriptorOf } from './descriptor.ts';

export interface Setting {
  readonly behavior: Behavior;
  readonly parameters?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly at_least_one?: readonly (readonly string[])[];
  readonly returns?: Schema;
  readonly connection?: Partial<ConnectionDescriptor>;
  readonly declared?: Readonly<Record<string, EnvDescriptor>>;
  readonly source?: Readonly<Record<string, string>>;
  readonly handlers?: Handlers;
  readonly timeout_ms?: number;
  readonly on_timeout?: ErrorCase;
  readonly coerce?: boolean;
  /** A read where absent. */
  readonly annotations?: ToolDescriptor['annotations'];
  /** For `mcp:`: the session that is opened, as the upstream "other". */
  readonly session?: UpstreamSession;
  readonly on_unreachable?: ErrorCase;
  readonly limits?: Partial<LimitsDescriptor>;
  readonly clock?: Clock;
  /** In the place of processes. */
  readonly runProgram?: RunProgram;
}

export interface Outcome {
  readonly success: boolean;
  readonly data?: Record<string, unknown>;
  readonly error?: string;
  readonly code?: string;
  readonly retry_hint?: string;
  /** Behind the text of the envelope. */
  readonly blocks?: readonly Record<string, unknown>[];
}

export interface Started {
  readonly running: RunningCall;
  readonly log: string[];
  readonly progress: Progress[];
  readonly outcome: Promise<Outcome & { readonly log: string[]; readonly progress: Progress[] }>;
}

const {
  behaviors = {},
  httpParts,
  handlerParts,
  commandParts,
  resultRules,
  valueReading,
  failureCases,
  translate,
  coercing,
  requiringOne,
} = combine<StartModules>(Object.values(modules));

export const variable = (more: Partial<EnvDescriptor> = {}): EnvDescriptor => ({
  description: 'A variable.',
  secret: false,
  optional: true,
  ...more,
});

const READS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

export function toolOf(setting: Setting): ToolDescriptor {
  return {
    name: 'get_thing',
    title: 'Get thing',
    description: 'Gets a thing.',
    inputSchema: {
      type: 'object',
      properties: setting.parameters ?? {},
      required: setting.required ?? [],
      additionalProperties: false,
    },
    outputSchema: {
      type: 'object',
      properties: { success: { type: 'boolean' }, data: setting.returns ?? { type: 'object' } },
      required: ['success'],
    },
    annotations: setting.annotations ?? READS,
    behavior: setting.behavior,
    ...(setting.at_least_one && { at_least_one: setting.at_least_one }),
    ...(setting.timeout_ms !== undefined && { timeout_ms: setting.timeout_ms }),
    ...(setting.on_timeout && { on_timeout: setting.on_timeout }),
  };
}

/** Calls of one tool by one client; they share its limits. */
export function openTool(setting: Setting): (args?: unknown) => Started {
  const tool = toolOf(setting);
  const server = descriptorOf({
    coerce: setting.coerce ?? false,
    env: setting.declared ?? {},
    connections: { local: { base_url: 'http://127.0.0.1:9', ...setting.connection } },
    limits: { calls_per_minute: 100, concurrency: 8, timeout_ms: 20_000, ...setting.limits },
    tools: [tool],
    ...(setting.session && {
      upstreams: {
        other: {
          command: ['other'],
          timeout_ms: 5000,
          on_drift: 'reject',
          ...(setting.on_unreachable && { on_unreachable: setting.on_unreachable }),
        },
      },
    }),
  });
  const { clock = systemClock, handlers = {} } = setting;
  const env = readEnvironment(server.env, setting.source ?? {});
  const redact = createRedact(server.env, env);
  const log: string[] = [];
  const call = prepareTool(tool, {
    server,
    env,
    redact,
    handlers,
    clock,
    gate: createLimiter(server.limits, clock),
    behaviors,
    httpParts,
    handlerParts,
    commandParts,
    runProgram: setting.runProgram,
    resultRules,
    valueReading,
    failureCases,
    translate,
    ...(setting.session && { upstreams: upstreamsOf(setting.session) }),
    compile: compileSchema,
    coercing,
    requiringOne,
    log: (line, level, about) => void (level !== 'debug' && log.push(redact.text(`${about}: ${line}`))),
  });
  const allowance = createRateLimiter(server.limits, clock);
  return (args = {}) => {
    const progress: Progress[] = [];
    const running = call(args, { allowance, progress: risingProgress((step) => void progress.push(step)) });
    const outcome = Promise.resolve(running.outcome).then((members) => ({ ...read(String(members)), log, progress }));
    return { running, log, progress, outcome };
  };
}

function upstreamsOf(session: UpstreamSession): Upstreams {
  return { open: async () => session, errorLine: () => '', listen: () => {}, close: async () => {} };
}

function read(members: string): Outcome {
  const { structuredContent, content, isError } = JSON.parse(`{${members}}`);
  if (JSON.stringify(JSON.parse(content[0].text)) !== JSON.stringify(structuredContent))
    throw new Error('text differs');
  if (structuredContent.success !== (isError !== true)) throw new Error('isError and success disagree');
  const [, ...blocks] = content;
  return blocks.length === 0 ? structuredContent : { ...structuredContent, blocks };
}

export const startTool = (setting: Setting, args: unknown = {}): Started => openTool(setting)(args);

export const callTool = (setting: Setting, args: unknown = {}): Started['outcome'] => startTool(setting, args).outcome;
