/** Shape of `haft.yaml`, the optional settings of a project. */
import { HOSTS } from '../../hosts/index.ts';
import { choice, integer, list, map, object, text } from '../../language/build.ts';
import type { Static } from '../../language/build.ts';

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

const tokens = { minimum: 1, maximum: 1_000_000 };

export const configShape = object(
  'Settings of a Haft project. Every key is optional.',
  {},
  {
    specs: text('Folder that contains the specs.', { pattern: folder, default: 'specs' }),
    out: text('Output folder.', { pattern: folder, default: 'generated' }),
    profiles: map(
      'Profile by folder, relative to the project: ext for specs written for Haft (default), mcp for imported ones.',
      choice('`ext`: all rules of EXT. `mcp`: any valid MCP tool or skill.', ['ext', 'mcp']),
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
    deprecation_days: integer('Minimum number of days before a deprecated tool can be removed.', {
      minimum: 0,
      maximum: 3650,
      default: 90,
    }),
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
