/** Shape of a tool: what the model reads about it, and how a call is carried out. */
import type { Schema } from '@haft/runtime/language';
import { anyMap, choice, date, flag, integer, list, object, text } from './build.ts';
import type { Static } from './build.ts';
import { commandShape, handlerShape, httpShape } from './behaviour.ts';
import { failureShape } from './failure.ts';
import { TOOL_NAME } from './names.ts';
import { parametersShape, schemaShape } from './parameter.ts';

export const descriptionShape = object(
  'What the model reads to choose the tool. Haft joins the parts in this order.',
  {
    does: text(
      'What the tool does, in one sentence: "Searches the user’s own library by words." No URLs or endpoint names (EXT §8).',
    ),
    when: text('The situation that calls for it, completing "Use when …": "the user asks what they have saved".'),
  },
  {
    instead: list(
      'Neighbouring cases that another tool serves better.',
      object('One neighbouring case.', {
        case: text('The situation, completing "If …": "the item key is already known".'),
        use: text('Name of the tool to use then.'),
      }),
    ),
    examples: list('Requests of users that should lead to this tool.', text('A request in the user’s words.'), {
      minItems: 1,
    }),
  },
);

const evalShape = object(
  'A case that tests whether a model chooses this tool.',
  { query: text('What the user says.') },
  {
    arguments: anyMap('Arguments that the model should fill in; only those named are compared.'),
    expect: choice('"none" when no tool should be chosen.', ['none']),
  },
);

const deprecatedShape = object('Marks a tool that has a successor (EXT §9).', {
  since: date('The day it was deprecated.'),
  use: text('Name of the tool to use instead.'),
  remove_after: date('The first day on which it may be removed.'),
  reason: text('Why, in one sentence.'),
});

const required = {
  name: text('Self-explanatory and verb first: search_references, create_invoice (EXT §2.2).', { pattern: TOOL_NAME }),
  description: descriptionShape,
  effects: choice(
    'What a call does to the world: read changes nothing, write adds or changes, destroy removes or overwrites.',
    ['read', 'write', 'destroy'],
  ),
};

const optional = {
  title: text('Name for people; made from the name where absent.'),
  parameters: parametersShape,
  required: list('Only the parameters without which the tool cannot run (EXT §8).', text('Name of a parameter.'), {
    uniqueItems: true,
  }),
  returns: schemaShape,
  idempotent: flag('Whether repeating a call changes nothing more. Default: true for read, false otherwise.'),
  open_world: flag('Whether it reaches things beyond a closed set, such as the web.', { default: true }),
  timeout_ms: integer('Deadline of one call in milliseconds; the server’s where absent.', {
    minimum: 1,
    maximum: 3_600_000,
  }),
  on_timeout: {
    ...failureShape,
    schema: { ...failureShape.schema, description: 'The failure of a call that is not over at its deadline.' },
  },
  http: httpShape,
  command: commandShape,
  handler: handlerShape,
  evals: list('Five to ten requests that test the choice of this tool (EXT §9).', evalShape),
  replaces: text('On a successor such as search_v2: the tool it replaces.'),
  deprecated: deprecatedShape,
};

/** A tool that stands under its server's `tools:`. */
export const toolShape = object('A tool.', required, optional);

/** A tool in a document of its own. */
export const toolDocumentShape = object(
  'A tool in a document of its own.',
  { kind: choice('What this document is.', ['tool']), ...required },
  { server: text('Name of its server; needed only when the nearest folder has several.'), ...optional },
);

type Authored<T extends ToolKeys> = Omit<T, 'effects'> & Imported;
type ToolKeys = Static<typeof toolShape>;

/** What profile `mcp` lets an imported tool leave out, or have beside. */
interface Imported {
  /** Where absent, what MCP takes for granted: anything may happen. */
  readonly effects?: ToolKeys['effects'];
  /** What `$ref` leads to. */
  readonly definitions?: Readonly<Record<string, Schema>>;
}

export type ToolSpec = Authored<ToolKeys>;
export type HttpSpec = NonNullable<ToolSpec['http']>;
export type CommandSpec = NonNullable<ToolSpec['command']>;
/** What a behaviour and the checks before it have in common. */
export type HttpStepSpec = Omit<HttpSpec, 'before' | 'result'>;
export type CommandStepSpec = Omit<CommandSpec, 'before' | 'result'>;
export type ToolDocument = Authored<Static<typeof toolDocumentShape>>;
