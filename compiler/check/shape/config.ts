/** Shape of `haft.yaml`, the optional settings of a project. */
import { HOSTS } from '../../hosts/index.ts';
import { choice, integer, list, map, object, text } from './build.ts';
import type { Static } from './build.ts';

const folder = ['^(?!/)(?!.*\\.\\.).+$', 'a folder inside the project, such as specs'] as const;

const wordsShape = object(
  'Words that rules about names know, beside their own.',
  {},
  {
    verbs: list('Verbs that a tool name may begin with.', text('A verb.')),
    counts: list('Words that make a parameter a count when its name ends in one.', text('A word.')),
    flags: list('Words that make a parameter a flag when its name begins with one.', text('A word.')),
    allowed: list(
      'Words that mean something in this project and are not generic here, such as "record" in a music library.',
      text('A word.'),
    ),
  },
);

const tokens = { minimum: 1, maximum: 1_000_000 };

export const configShape = object(
  'Settings of a Haft project; every key is optional.',
  {},
  {
    specs: text('Folder with the specs.', { pattern: folder, default: 'specs' }),
    out: text('Folder for everything that Haft writes.', { pattern: folder, default: 'generated' }),
    profiles: map(
      'Profile by folder, as a path from the project: ext for authored specs (the default), mcp for imported ones.',
      choice('ext: all of EXT. mcp: any valid tool or skill.', ['ext', 'mcp']),
    ),
    rules: map(
      'Severity by rule. What later steps rely on cannot be changed; "haft rules" says which.',
      choice('error, warning or off.', ['error', 'warning', 'off']),
      ['^[a-z]+/[a-z0-9-]+$', 'the id of a rule, such as tool/verb-first'],
    ),
    words: wordsShape,
    hosts: list(
      'Hosts that the servers are meant for; names have to fit each of them. Default: all that are known.',
      choice(
        'A host.',
        HOSTS.map(({ id }) => id),
      ),
    ),
    deprecation_days: integer('How many days a deprecated tool stays at least.', {
      minimum: 0,
      maximum: 3650,
      default: 90,
    }),
    budgets: object(
      'Most estimated tokens that a model has to read.',
      {},
      {
        tool: integer('For one tool: name, description and schemas.', { ...tokens, default: 1000 }),
        server: integer('For all tools of a server.', { ...tokens, default: 12_000 }),
        skill: integer('For the body of a skill.', { ...tokens, default: 5000 }),
      },
    ),
  },
);

export type Config = Static<typeof configShape>;
