/** The schema of a contract: what comparing, reporting and `haft bump` rely on (types of `model.ts` and `@haft/runtime`). */
import { failure, failures, texts } from '../behaviors/contract-forms.ts';
import { BEHAVIORS } from '../behaviors/index.ts';
import { isDate } from '../calendar.ts';
import {
  anything,
  byMember,
  either,
  flag,
  later,
  list,
  map,
  mapOf,
  number,
  oneOf,
  text,
  textLike,
} from '../language/form.ts';
import type { Form } from '../language/form.ts';

const date = textLike('a date such as 2027-01-31', isDate);

const schema: Form = later(() => innerSchema);
const SCHEMA_KEYS: Readonly<Record<string, Form>> = {
  type: either(texts, text),
  title: text,
  description: text,
  enum: list(anything),
  minimum: number,
  maximum: number,
  exclusiveMinimum: number,
  exclusiveMaximum: number,
  multipleOf: number,
  minLength: number,
  maxLength: number,
  minItems: number,
  maxItems: number,
  minProperties: number,
  maxProperties: number,
  pattern: text,
  format: text,
  uniqueItems: flag,
  deprecated: flag,
  examples: list(anything),
  items: schema,
  properties: mapOf(schema),
  required: texts,
  additionalProperties: either(flag, schema),
  'x-mcp-header': text,
  $ref: text,
  $defs: mapOf(schema),
  prefixItems: list(schema),
  patternProperties: mapOf(schema),
  propertyNames: schema,
  allOf: list(schema),
  anyOf: list(schema),
  oneOf: list(schema),
  not: schema,
};
const innerSchema = map({}, SCHEMA_KEYS);
const objectSchema = map({ type: oneOf('object'), properties: mapOf(schema), required: texts }, SCHEMA_KEYS);

const behavior = byMember('kind', Object.fromEntries(BEHAVIORS.map(({ key, contractForm: form }) => [key, form])));

const description = map({ text, parts: list(map({ part: text, text, hash: text })) });
const authored = map(
  { does: text, when: text },
  { limits: texts, instead: list(map({ case: text, use: text })), examples: texts },
);
const deprecation = map({ since: date, use: text, remove_after: date, reason: text });

const TURN_KEYS: Readonly<Record<string, Form>> = { user: text, assistant: text, call: text };

const tool = map(
  {
    name: text,
    title: text,
    description,
    authored,
    inputSchema: objectSchema,
    returns: schema,
    annotations: map({ readOnlyHint: flag, destructiveHint: flag, idempotentHint: flag, openWorldHint: flag }),
    behavior,
    evals: list(map({ query: text, expect: anything }, { id: text, never: texts, after: list(map({}, TURN_KEYS)) })),
  },
  {
    at_least_one: list(texts),
    timeout_ms: number,
    on_timeout: failure,
    replaces: texts,
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
          auth: mapOf(mapOf(text)),
          timeout_ms: number,
          on_unreachable: failure,
          errors: failures,
        },
      ),
    ),
    limits: map({ calls_per_minute: number, concurrency: number, timeout_ms: number }),
    tools: list(tool),
  },
  { skills: texts, handlers: mapOf(text), release: text },
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
  { example: text, license: text, compatibility: text, allowed_tools: texts, release: text },
);

/** Without the version of the format. */
export const contractForm: Form = map({ servers: list(server), skills: list(skill) });
