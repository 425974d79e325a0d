/** The schema of a contract: what comparing, reporting and `haft bump` rely on (types of `model.ts` and `@haft/runtime`). */
import { failure, failures, texts } from '../spec/behaviors/contract-forms.ts';
import { PASSED_KEYS } from '../check/documents/tool.ts';
import { BEHAVIORS } from '../spec/behaviors/index.ts';
import { credentialsForm } from '../spec/behaviors/credentials.ts';
import { authForm } from '../spec/behaviors/server-auth.ts';
import { databaseForm } from '../spec/behaviors/databases.ts';
import { upstreamForm } from '../spec/behaviors/upstreams.ts';
import type { EvalStep, EvalTurn } from './model.ts';
import { offerForms } from './offers.ts';
import {
  type ValueForm,
  anything,
  byMember,
  date,
  either,
  flag,
  later,
  list,
  map,
  mapOf,
  none,
  number,
  oneOf,
  open,
  text,
} from '../spec/shape/form.ts';

/** `true` and `false` are schemas too, a list under `items` is a tuple of draft 7, and imported ones have keywords of others. */
const schema: ValueForm = open(later(() => either(flag, innerSchema)));
const SCHEMA_KEYS: Readonly<Record<string, ValueForm>> = {
  type: either(texts, text),
  items: either(list(schema), schema),
  required: texts,
  ...each(text, 'title', 'description', 'pattern', 'format', 'x-mcp-header', '$ref'),
  ...each(number, 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'),
  ...each(number, 'minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'),
  ...each(flag, 'uniqueItems', 'deprecated'),
  ...each(list(anything), 'enum', 'examples'),
  ...each(schema, 'additionalProperties', 'propertyNames', 'not'),
  ...each(mapOf(schema), 'properties', '$defs', 'patternProperties'),
  ...each(list(schema), 'prefixItems', 'allOf', 'anyOf', 'oneOf'),
};

/** One form for several keys. */
function each(form: ValueForm, ...keys: readonly string[]): Record<string, ValueForm> {
  return Object.fromEntries(keys.map((key) => [key, form]));
}

const innerSchema = map({}, SCHEMA_KEYS);
const objectSchema = open(map({ type: oneOf('object') }, SCHEMA_KEYS));

const adapterTable: ValueForm = mapOf(
  either(
    text,
    later(() => map({}, { pointer: text, translate: mapOf(text), each: text, fields: adapterTable })),
  ),
);
const via = map(
  { tool: text, arguments: mapOf(anything) },
  { translate: mapOf(mapOf(text)), result: adapterTable, blocks: oneOf('always', 'sometimes') },
);
const behavior = byMember('kind', {
  ...Object.fromEntries(BEHAVIORS.map(({ key, contractForm: form }) => [key, form])),
  via,
});

const description = map({ text, parts: list(map({ part: text, text, hash: text })) });
const authored = map(
  { does: text, when: text },
  { limits: texts, instead: list(map({ case: text, use: text })), examples: texts },
);
const deprecation = map({ since: date, use: text, remove_after: date, reason: text }, { listed: either(flag, date) });

const jsonMap = mapOf(anything);

/** A key of the Plan that is missing here would be refused in every contract that has it. */
const TURN_KEYS: Readonly<Record<keyof EvalTurn, ValueForm>> = {
  user: text,
  assistant: text,
  call: text,
  arguments: jsonMap,
  result: jsonMap,
};

const STEP_KEYS: Readonly<Record<Exclude<keyof EvalStep, 'call'>, ValueForm>> = { result: jsonMap, fails: anything };

const toolEval = map(
  { query: text, expect: anything },
  {
    arguments: anything,
    id: text,
    never: texts,
    prompt: map({ name: text, arguments: mapOf(text) }),
    with: list(map({ uri: text }, { text })),
    after: list(map({}, TURN_KEYS)),
    via: list(map({ call: text }, STEP_KEYS)),
  },
);

const tool = map(
  {
    name: text,
    description,
    authored,
    inputSchema: objectSchema,
    returns: schema,
    annotations: map({ readOnlyHint: flag, destructiveHint: flag, idempotentHint: flag, openWorldHint: flag }),
    behavior,
    evals: list(toolEval),
  },
  {
    at_least_one: list(texts),
    scopes: texts,
    public: flag,
    title: text,
    hints: either(none, jsonMap),
    icons: list(jsonMap),
    meta: jsonMap,
    execution: jsonMap,
    results: oneOf('raw'),
    outputSchema: jsonMap,
    columns: mapOf(text),
    page: text,
    ...PASSED_KEYS,
    replaces: texts,
    from: text,
    release: text,
    deprecated: deprecation,
  },
);

const server = map(
  {
    name: text,
    version: text,
    title: text,
    summary: text,
    transports: texts,
    coerce: flag,
    env: mapOf(map({ description: text, secret: flag, optional: flag }, { on_missing: failure })),
    connections: mapOf(
      map(
        { base_url: text },
        {
          headers: mapOf(text),
          auth: credentialsForm,
          timeout_ms: number,
          on_unreachable: failure,
          errors: failures,
        },
      ),
    ),
    limits: map({ calls_per_minute: number, concurrency: number, timeout_ms: number }, { result_bytes: number }),
    tools: list(tool),
  },
  {
    instructions: text,
    list: oneOf('search'),
    auth: authForm,
    skills: texts,
    handlers: mapOf(text),
    release: text,
    databases: mapOf(databaseForm),
    removed: mapOf(text),
    upstreams: mapOf(upstreamForm),
    ...offerForms,
  },
);

const skill = map(
  {
    name: text,
    version: text,
    title: text,
    description,
    context: text,
    steps: texts,
    never: texts,
    not_for: list(map({ case: text }, { use: text })),
    references: list(map({ file: text, when: text })),
    servers: texts,
    metadata: mapOf(text),
    files: list(map({ path: text, sha256: text, executable: flag })),
    evals: list(map({ input: text, expected_behavior: texts, should_trigger: flag })),
  },
  {
    example: text,
    license: text,
    compatibility: text,
    allowed_tools: texts,
    frontMatter: jsonMap,
    frontMatterSource: text,
    text,
    release: text,
  },
);

const choice = map({ name: text, evals: list(toolEval) }, { servers: texts, skills: texts });
const releasedEvals = map({ choices: list(choice), tested: texts });

export const contractForm: ValueForm = map(
  { servers: list(server), skills: list(skill) },
  { contractVersion: number, planVersion: number, evals: releasedEvals },
);
