/** Shape of a tool: what the model reads about it, and how a call is carried out. */
import type { JsonObject, Schema } from '@haft/runtime/language';
import { BEHAVIOR_SHAPES } from '../../spec/behaviors/index.ts';
import {
  type Static,
  anyMap,
  byType,
  choice,
  date,
  flag,
  integer,
  list,
  object,
  text,
} from '../../spec/shape/build.ts';
import { toolScopesShape } from '../../spec/behaviors/server-auth.ts';
import { translations } from '../../spec/behaviors/steps.ts';
import { adapterResultShape, failureShape } from '../../spec/shape/failure.ts';
import { formsOf } from '../../spec/shape/form-of.ts';
import { HYPHENATED, TOOL_NAME } from '../../spec/shape/names.ts';
import { parametersShape, schemaShape } from '../../spec/shape/parameter.ts';
import { toolEvalShape } from './eval.ts';
import { askShape, confirmShape } from './asking.ts';
import { viewShape } from './view.ts';

export const descriptionShape = object(
  'What the model reads to choose the tool. Haft joins the parts in this order.',
  {
    does: text(
      'What the tool does, in one sentence: "Searches the user’s own library by words." No URLs or endpoint names (EXT §8).',
    ),
    when: text('The situation, completing "Use when …": "the user asks what they have saved".'),
  },
  {
    limits: list(
      'What the tool cannot do or does not cover, so that it is not called for that. Rendered after `when`.',
      text('One limit, completing "Limits: …": "finds titles only, not the text of books".'),
      { minItems: 1, uniqueItems: true },
    ),
    instead: list(
      'Similar cases that another tool handles better.',
      object('One similar case.', {
        case: text('The situation, completing "If …": "the item key is already known".'),
        use: text('Name of the tool to use instead, or `server.tool` where several servers have that name.'),
      }),
    ),
    examples: list('User requests that should lead to this tool.', text('A request as a user would type it.'), {
      minItems: 1,
    }),
  },
);

const deprecatedShape = object(
  'Marks the tool as replaced by a successor (EXT §9).',
  {
    since: date('Date of the deprecation.'),
    use: text('Name of the tool to use instead, or `server.tool` where several servers have that name.'),
    remove_after: date('First day on which the tool may be removed.'),
    reason: text('The reason, in one sentence.'),
  },
  {
    listed: byType<boolean | string>(
      'Whether `tools/list` shows the tool to models; callers reach it in both cases. A date is the day from which `haft check` asks for `false`. Default: true.',
      { boolean: flag('Whether models see the tool.'), string: date('The day from which models should not see it.') },
    ),
    via: anyMap(
      `Calls the tool of \`use\` instead of a behavior: its parameters, as templates over those of this tool, such as { arrival_day: "{first_day}" }. A value that is exactly one variable keeps its type; one that is absent is left out. Parameters that both tools have and that are not here pass unchanged.`,
    ),
    translate: translations(
      'With via: maps values of a parameter of this tool to values of the tool that is called. A value that is not listed is unchanged.',
    ),
    result: adapterResultShape,
    through: text('With via: name of the tool of this server that is called. Default: the tool of `use`.'),
  },
);

const requiredShape = {
  name: text('A self-explanatory name that starts with a verb: search_references, create_invoice (EXT §2.2).', {
    pattern: TOOL_NAME,
  }),
  description: descriptionShape,
  effects: choice('Side effects: read changes nothing, write adds or changes, destroy removes or overwrites.', [
    'read',
    'write',
    'destroy',
  ]),
};

export const RESULT_BYTES =
  'Maximum bytes of a result, as JSON in UTF-8. A larger one is the failure `result_too_large`, which names the parameter that makes it smaller; nothing is cut.';

export const MAX_RESULT_BYTES = 134_217_728;

const replacedShape = text('Name of a released tool.');

/** Keys that go unchanged from the document into the Plan, a contract, the descriptor and a restored spec. */
const passedShapes = {
  timeout_ms: integer('Timeout of a call in milliseconds. Default: the timeout of the server.', {
    minimum: 1,
    maximum: 3_600_000,
  }),
  on_timeout: {
    ...failureShape,
    schema: { ...failureShape.schema, description: 'Custom error message for a call that times out.' },
  },
  limits: object(
    'Limits of the tool, within those of its server.',
    {},
    {
      calls_per_minute: integer('Maximum calls of one client per minute.', { minimum: 1, maximum: 1_000_000 }),
      concurrency: integer('Maximum concurrent calls.', { minimum: 1, maximum: 10_000 }),
      result_bytes: integer(RESULT_BYTES, { minimum: 100, maximum: MAX_RESULT_BYTES }),
    },
  ),
  tags: list(
    'Groups by which tools are chosen when the server starts: `--tools tag:admin`, `--without tag:admin`.',
    text('A short name: admin.', { pattern: HYPHENATED }),
    { minItems: 1, uniqueItems: true },
  ),
  view: viewShape,
  requires: choice(
    'What the client must be able to do: `elicitation`, ask its user. Where it cannot, the tool is hidden or its call fails.',
    ['elicitation'],
  ),
  confirm: confirmShape,
  ask: askShape,
};

/** For each of them: its form in a contract. */
export const PASSED_KEYS = formsOf(passedShapes);

type PassedKey = keyof typeof passedShapes;

/** Those that a tool has. */
export type PassedOn = Pick<ToolSpec, PassedKey>;

/** Nothing else of the tool, in the order of the table. */
export function passedOn(tool: PassedOn): PassedOn {
  const order = Object.keys(PASSED_KEYS);
  const own = Object.entries(tool).filter(([key, value]) => order.includes(key) && value !== undefined);
  return Object.fromEntries(own.sort(([a], [b]) => order.indexOf(a) - order.indexOf(b)));
}

const optional = {
  title: text('Display name. Default: derived from the name.'),
  parameters: parametersShape,
  required: list('Only the parameters that the tool cannot run without (EXT §8).', text('Parameter name.'), {
    uniqueItems: true,
  }),
  at_least_one: list(
    'Groups of parameters of which a call must give at least one each. The description says so, because a schema with a combinator is rejected by some hosts.',
    list('The parameters of one group, as a list in the list: [[id, isbn]].', text('Parameter name.'), {
      minItems: 2,
      uniqueItems: true,
    }),
    { minItems: 1 },
  ),
  returns: schemaShape,
  idempotent: flag('Whether repeating a call has no further effect. Default: true for read, false otherwise.'),
  open_world: flag('Whether the tool interacts with an open set of entities, such as the web.', { default: true }),
  scopes: toolScopesShape,
  public: flag('Whether the tool works without a token, on a server with `auth`.', { default: false }),
  ...passedShapes,
  ...BEHAVIOR_SHAPES,
  evals: list('Five to ten requests that test whether a model chooses this tool (EXT §9).', toolEvalShape),
  replaces: byType<string | readonly string[]>(
    'The released tool that this one replaces: on a successor such as search_v2, or after a rename. A list after a consolidation.',
    {
      string: replacedShape,
      array: list('The released tools that this one replaces.', replacedShape, { minItems: 1, uniqueItems: true }),
    },
  ),
  deprecated: deprecatedShape,
};

/** A tool that is under its server's `tools:`. */
export const toolShape = object('A tool.', requiredShape, optional);

/** A tool in its own document. */
export const toolDocumentShape = object(
  'A tool in its own document.',
  { kind: choice('The kind of this document.', ['tool']), ...requiredShape },
  { server: text('Name of its server; required only when the nearest folder has more than one.'), ...optional },
);

type Authored<T extends ToolKeys> = Omit<T, 'effects'> & Imported;
type ToolKeys = Static<typeof toolShape>;

/** Keys that are optional or additional for an imported tool of profile `mcp`. */
interface Imported {
  /** Where absent, the default of MCP holds: anything may happen. */
  readonly effects?: ToolKeys['effects'];
  /** What `$ref` leads to. */
  readonly definitions?: Readonly<Record<string, Schema>>;
  /** `additionalProperties` of the input schema. */
  readonly additional_parameters?: boolean | Schema;
  /** Further keywords of the input schema itself. */
  readonly parameters_schema?: Schema;
  /** Annotations as given, instead of `effects`, `idempotent` and `open_world`. */
  readonly hints?: JsonObject;
  readonly icons?: readonly JsonObject[];
  readonly meta?: JsonObject;
  readonly execution?: JsonObject;
  readonly output_schema?: Schema;
  readonly results?: Results;
  /** Its place in the source of the import. */
  readonly from?: string;
}

/** How results are written: in the envelope of EXT §2.4, or as they are. */
export type Results = 'envelope' | 'raw';

export type ToolSpec = Authored<ToolKeys>;
export type ToolDocument = Authored<Static<typeof toolDocumentShape>>;
