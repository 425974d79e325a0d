/** Shape of `haft.yaml`, the optional settings of a project. */
import { HOSTS } from '../../spec/hosts/index.ts';
import { choiceEvalShape } from './eval.ts';
import { ENV_NAME, HYPHENATED, VERSION } from '../../spec/shape/names.ts';
import {
  type Static,
  anyMap,
  byType,
  choice,
  flag,
  integer,
  list,
  map,
  number,
  object,
  text,
} from '../../spec/shape/build.ts';

const folder = ['^(?!/)(?!.*\\.\\.).+$', 'a folder inside the project, such as specs'] as const;

const vocabularyShape = object(
  'Words added to the built-in lists of the naming rules.',
  {},
  {
    verbs: list('Verbs that a tool name may start with.', text('A verb.')),
    counts: list('Words that mark a parameter as a count when its name ends with one.', text('A word.')),
    flags: list('Words that mark a parameter as a flag when its name starts with one.', text('A word.')),
    allowed: list(
      'Words that are specific in this project and not generic, such as "record" in a music library.',
      text('A word.'),
    ),
  },
);

const modelShape = object(
  'A model behind an HTTP interface.',
  { model: text('Name of the model in the engine, such as qwen3:8b.') },
  {
    endpoint: text('Base URL of the interface, including its version.', { default: 'http://127.0.0.1:11434/v1' }),
    api: choice('Interface of the engine: `openai` is chat completions.', ['openai', 'responses', 'anthropic'], {
      default: 'openai',
    }),
    key_env: text('Name of the environment variable with the key; never the key itself.', { pattern: ENV_NAME }),
    seeds: list('One trial for each seed. Default: 1.', integer('A seed.'), { minItems: 1, uniqueItems: true }),
    temperature: number('Temperature. Default: that of the engine.', { minimum: 0, maximum: 2 }),
    max_tokens: integer('Maximum number of tokens of a response.', { minimum: 1, maximum: 100_000, default: 4096 }),
    extra: anyMap('Further members of each request, as the service documents them, such as reasoning_effort.'),
    price: object('Price of one million tokens, for the limit of cost.', {
      input: number('Price of the tokens of a request.', { minimum: 0 }),
      output: number('Price of the tokens of a response.', { minimum: 0 }),
    }),
  },
);

const evalLimitsShape = object(
  'Limits of one run; a run that reaches one stops and keeps its answers.',
  {},
  {
    calls: integer('Maximum number of requests.', { minimum: 1, default: 2000 }),
    minutes: number('Minutes.', { minimum: 0.1, default: 20 }),
    cost: number('Maximum cost, in the currency of `price`.', { minimum: 0 }),
    lanes: integer('Maximum number of concurrent requests.', { minimum: 1, maximum: 64, default: 4 }),
    timeout_ms: integer('Timeout of one request in milliseconds.', { minimum: 1000, default: 120_000 }),
  },
);

const choiceShape = object(
  'Servers and skills that a host shows together. Cases of its tools that expect a call are run in it too.',
  { name: text('Name in reports and records.', { pattern: HYPHENATED }) },
  {
    servers: list('Names of servers.', text('Name of a server.'), { uniqueItems: true }),
    skills: list('Names of skills.', text('Name of a skill.'), { uniqueItems: true }),
    evals: list('Cases of several servers and skills.', choiceEvalShape),
  },
);

const packShape = object(
  'Metadata of the packages that `haft pack` writes.',
  {},
  {
    name: text('Name of the package: lower case and hyphens. Default: the name of the folder.', {
      pattern: HYPHENATED,
    }),
    version: text('Version of plugin and extension. Default: the highest of all servers and skills.', {
      pattern: VERSION,
    }),
    description: text('Description, in one sentence. Default: the titles of servers and skills.'),
    author: text('Publisher. Default: the name of the package.'),
    license: text('SPDX identifier of the license.'),
    homepage: text('URL of its home page.', { pattern: ['^https://[^\\s]+$', 'an address that starts with https://'] }),
    namespace: text('Namespace of its owner in the MCP registry.', {
      pattern: ['^[a-zA-Z0-9.-]+$', 'a reversed domain, such as io.github.account'],
    }),
    scope: text('Scope of the npm packages.', {
      pattern: ['^@[a-z0-9~-][a-z0-9._~-]*$', 'a scope with its @, such as @account'],
    }),
  },
);

const outputId = text('Id of an output, such as hosts.', { pattern: HYPHENATED });

const outputOptions = object(
  'An output with its options.',
  { use: outputId },
  {
    off: flag('Whether a standard output is not written.', { default: false }),
    servers: list('Servers for which a further output is written. Default: all.', text('Name of a server.'), {
      minItems: 1,
      uniqueItems: true,
    }),
    skill: flag('Whether a skill that teaches a model to use the output is written, too.', { default: false }),
  },
);

const outputShape = byType<string | Static<typeof outputOptions>>('One output: its id, or its id with options.', {
  string: outputId,
  object: outputOptions,
});

const tokens = { minimum: 1, maximum: 1_000_000 };

export const configShape = object(
  'Settings of a Haft project. Every key is optional.',
  {},
  {
    specs: text('Folder that contains the specs.', { pattern: folder, default: 'specs' }),
    out: text('Output folder.', { pattern: folder, default: 'generated' }),
    profiles: map(
      'Profile by folder and all below it, relative to the project: ext for specs written for Haft (default), mcp for imported ones.',
      choice('`ext`: all rules of EXT. `mcp`: any valid MCP tool or skill.', ['ext', 'mcp']),
      ['^(?!/)(?!.*\\.\\.)[^*]+$', 'a folder inside the project without `*`, such as specs/imported'],
    ),
    rules: map(
      'Severity by rule. Locked rules cannot be changed; `haft rules` lists them.',
      choice('`error`, `warning` or `off`.', ['error', 'warning', 'off']),
      ['^[a-z]+/[a-z0-9-]+$', 'a rule id, such as tool/verb-first'],
    ),
    vocabulary: vocabularyShape,
    hosts: list(
      'Hosts to support: names must fit the limits of each, and the output has a file for each. Default: the limits of all, files for a few.',
      choice(
        'A host.',
        HOSTS.map(({ id }) => id),
      ),
    ),
    outputs: list('Outputs that are turned off, and further ones. Default: the standard outputs.', outputShape),
    deprecation_days: integer('Minimum number of days before a deprecated tool can be removed.', {
      minimum: 0,
      maximum: 3650,
      default: 90,
    }),
    evals: object(
      'Requirements for recorded eval results before a release.',
      {},
      {
        gate: object(
          'Pass marks.',
          {},
          {
            tool: number('Minimum share of trials in which the right tool or skill is chosen.', {
              minimum: 0,
              maximum: 1,
              default: 0.9,
            }),
          },
        ),
        offline: flag(
          'Whether the tier `offline` passes and fails, and its results count; for projects without a model.',
          { default: false },
        ),
        models: map('Models that `haft eval --tier model` can ask, by name; the first is the default.', modelShape),
        limits: evalLimitsShape,
      },
    ),
    choices: list(
      'Sets of servers and skills that a host shows together, for `haft eval`. Default: each server and each skill alone.',
      choiceShape,
    ),
    pack: packShape,
    budgets: object(
      'Maximum number of estimated tokens.',
      {},
      {
        tool: integer('One tool: name, description and schemas.', { ...tokens, default: 1000 }),
        server: integer('All tools of one server.', { ...tokens, default: 12_000 }),
        skill: integer('The body of one skill.', { ...tokens, default: 5000 }),
      },
    ),
  },
);

export type Config = Static<typeof configShape>;
