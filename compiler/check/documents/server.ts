/** Shape of a tool server: its identity, what it connects to, and its tools. */
import { programsShape } from '../../spec/behaviors/programs.ts';
import { connectionAuthShape } from '../../spec/behaviors/credentials.ts';
import { authShape } from '../../spec/behaviors/server-auth.ts';
import { databasesShape } from '../../spec/behaviors/databases.ts';
import { type UpstreamSpec, upstreamsShape } from '../../spec/behaviors/upstreams.ts';
import { type Static, choice, flag, integer, list, map, object, text } from '../../spec/shape/build.ts';
import { failureShape, failureTable, RESPONSE_DETAIL } from '../../spec/shape/failure.ts';
import {
  BASE_URL,
  CONNECTION_NAME,
  ENV_NAME,
  HEADER_NAME,
  HEADER_VALUE,
  HYPHENATED,
  STATUS,
  VERSION,
} from '../../spec/shape/names.ts';
import { definitionsShape } from '../../spec/shape/parameter.ts';
import { iconsShape, promptShape, resourceShape } from './offers.ts';
import { MAX_RESULT_BYTES, RESULT_BYTES, type Results, toolShape } from './tool.ts';

const envShape = object(
  'An environment variable that the server reads.',
  { description: text('What it is for and where the user finds it.') },
  {
    secret: flag('Whether to redact its value in messages and logs.', { default: false }),
    optional: flag('Whether the server is useful without it.', { default: false }),
    on_missing: failureShape,
  },
);

const connectionShape = object(
  'An HTTP service that tools use. Requests never leave its origin.',
  {
    base_url: text('Base URL, such as https://api.example.org/v1 or http://127.0.0.1:{env.PORT|8080}.', {
      pattern: BASE_URL,
    }),
  },
  {
    headers: map(
      'Headers sent with every request. Variables: {env.NAME}, {env.NAME|fallback}.',
      text('Value template.', { pattern: HEADER_VALUE }),
      HEADER_NAME,
    ),
    auth: connectionAuthShape,
    timeout_ms: integer('Timeout of a request in milliseconds.', { minimum: 1, maximum: 3_600_000, default: 10_000 }),
    on_unreachable: failureShape,
    errors: failureTable(
      'Error messages by HTTP status code, by class such as 4xx, or `default`, for all tools on this connection.',
      STATUS,
      RESPONSE_DETAIL,
    ),
  },
);

/** Those of a server that says nothing. */
export const DEFAULT_LIMITS = { calls_per_minute: 120, concurrency: 8, timeout_ms: 30_000 };

const limitsShape = object(
  'Limits for the whole server.',
  {},
  {
    calls_per_minute: integer('Maximum calls per minute.', {
      minimum: 1,
      maximum: 1_000_000,
      default: DEFAULT_LIMITS.calls_per_minute,
    }),
    concurrency: integer('Maximum concurrent calls.', {
      minimum: 1,
      maximum: 10_000,
      default: DEFAULT_LIMITS.concurrency,
    }),
    timeout_ms: integer('Timeout of a call in milliseconds.', {
      minimum: 1,
      maximum: 3_600_000,
      default: DEFAULT_LIMITS.timeout_ms,
    }),
    result_bytes: integer(`${RESULT_BYTES} Default: no limit.`, { minimum: 100, maximum: MAX_RESULT_BYTES }),
  },
);

const transport = choice(
  '`stdio` for a host on the same machine, `http` (Streamable HTTP) for remote use, `sse` only for legacy hosts.',
  ['stdio', 'http', 'sse'],
);

export const serverShape = object(
  'A tool server.',
  {
    kind: choice('The kind of this document.', ['server']),
    name: text('A short name; hosts prefix every tool name with it.', { pattern: HYPHENATED }),
    version: text('Semantic version.', { pattern: VERSION }),
    summary: text('What the server is for, in one sentence. Sent to the model as instructions.'),
  },
  {
    title: text('Display name. Default: derived from the name.'),
    transports: list('Transports that the server offers. Default: stdio.', transport, { minItems: 1 }),
    coerce: flag(
      'Whether to convert arguments of the wrong JSON type when nothing is lost: "5" to 5, "true" to true. For small models.',
      { default: false },
    ),
    list: choice(
      'What `tools/list` shows: all tools, or two that find and call the others (`search`), for hosts without a search of their own. Tools that destroy stay listed.',
      ['all', 'search'],
      { default: 'all' },
    ),
    serve_skills: flag(
      'Whether hosts can read skills from the server (skills over MCP, SEP-2640): all skills that list it under `servers:`, with their files, without evals.',
      { default: false },
    ),
    auth: authShape,
    env: map('Environment variables that the server may read. The only source of secrets.', envShape, ENV_NAME),
    connections: map('HTTP services that tools use.', connectionShape, CONNECTION_NAME),
    programs: programsShape,
    definitions: definitionsShape,
    databases: databasesShape,
    upstreams: upstreamsShape,
    limits: limitsShape,
    tools: list(
      'The tools of the server; tools can also be separate `kind: tool` documents in this folder or below.',
      toolShape,
    ),
    prompts: list('Prompts that users choose, such as commands of a host.', promptShape, { minItems: 1 }),
    resources: list('Resources that hosts read by their URIs.', resourceShape, { minItems: 1 }),
    icons: iconsShape,
  },
);

export type ServerSpec = Static<typeof serverShape> & Imported;

/** Keys of profile `mcp`. */
interface Imported {
  /** What the model reads about the server, where not the summary. */
  readonly instructions?: string;
  /** Default of its tools. */
  readonly results?: Results;
  readonly upstreams?: Readonly<Record<string, UpstreamSpec>>;
}

export type EnvSpec = NonNullable<ServerSpec['env']>[string];
export type ConnectionSpec = NonNullable<ServerSpec['connections']>[string];
