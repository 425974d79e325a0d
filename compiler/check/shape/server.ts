/** Shape of a tool server: who it is, what it connects to, and its tools. */
import { choice, flag, integer, list, map, object, text } from './build.ts';
import type { Static } from './build.ts';
import { failureShape, failureTable } from './failure.ts';
import {
  BASE_URL,
  CONNECTION_NAME,
  ENV_NAME,
  HEADER_NAME,
  HEADER_VALUE,
  HYPHENATED,
  STATUS,
  VERSION,
} from './names.ts';
import { toolShape } from './tool.ts';

const envShape = object(
  'An environment variable that the server reads.',
  { description: text('What it is and where the user finds it.') },
  {
    secret: flag('Its value is cut out of every message and log line.', { default: false }),
    optional: flag('The server is useful without it.', { default: false }),
    on_missing: failureShape,
  },
);

const connectionShape = object(
  'A service that tools talk to over HTTP. Requests never leave its origin.',
  {
    base_url: text('Where it is, such as https://api.example.org/v1 or http://127.0.0.1:{env.PORT|8080}.', {
      pattern: BASE_URL,
    }),
  },
  {
    headers: map(
      'Headers of every request. Variables: {env.NAME}, {env.NAME|fallback}.',
      text('Template of the value.', { pattern: HEADER_VALUE }),
      HEADER_NAME,
    ),
    timeout_ms: integer('Longest wait for an answer in milliseconds.', {
      minimum: 1,
      maximum: 3_600_000,
      default: 10_000,
    }),
    on_unreachable: failureShape,
    errors: failureTable('Failures by HTTP status code that hold for every tool on this connection.', STATUS),
  },
);

const limitsShape = object(
  'Limits of the whole server.',
  {},
  {
    calls_per_minute: integer('Most calls in a minute.', { minimum: 1, maximum: 1_000_000, default: 120 }),
    concurrency: integer('Most calls at the same time.', { minimum: 1, maximum: 10_000, default: 8 }),
    timeout_ms: integer('Deadline of one call in milliseconds.', { minimum: 1, maximum: 3_600_000, default: 30_000 }),
  },
);

const transport = choice(
  'stdio for a host on the same machine, http (Streamable HTTP) for remote use, sse only for old hosts.',
  ['stdio', 'http', 'sse'],
);

export const serverShape = object(
  'A tool server.',
  {
    kind: choice('What this document is.', ['server']),
    name: text('Short; hosts put it before every tool name.', { pattern: HYPHENATED }),
    version: text('Semantic version.', { pattern: VERSION }),
    summary: text('What the server is for, in one sentence; the model gets it as instructions.'),
  },
  {
    title: text('Name for people; made from the name where absent.'),
    transports: list('How hosts can reach it. Default: stdio.', transport, { minItems: 1 }),
    coerce: flag(
      'Accept the right value in the wrong JSON type where nothing is lost: "5" for 5, "true" for true. For small models.',
      {
        default: false,
      },
    ),
    serve_skills: flag(
      'Hosts can read skills from the server (skills over MCP, SEP-2640): those that name it under "servers:", with their files, without evals.',
      { default: false },
    ),
    env: map('Environment variables that the server may read. Secrets come only from here.', envShape, ENV_NAME),
    connections: map('Services that tools talk to over HTTP.', connectionShape, CONNECTION_NAME),
    limits: limitsShape,
    tools: list('Its tools; they may also stand in documents of "kind: tool" in this folder or below.', toolShape),
  },
);

export type ServerSpec = Static<typeof serverShape>;
export type EnvSpec = NonNullable<ServerSpec['env']>[string];
export type ConnectionSpec = NonNullable<ServerSpec['connections']>[string];
