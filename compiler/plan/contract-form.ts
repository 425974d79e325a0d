/** The form of a contract: what comparing, reporting and `haft bump` rely on (types of `model.ts` and `@haft/runtime`). */
import { isDate } from '../calendar.ts';
import { anything, byMember, either, flag, later, list, map, mapOf, number, oneOf, text, textLike } from './form.ts';
import type { Form } from './form.ts';

const texts = list(text);
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

const FAILURE_KEYS = { code: text, contains: either(texts, text), detail: text };
const failure = map({ error: text, retry_hint: text }, FAILURE_KEYS);
const failures = mapOf(list(failure));
const failureTests = list(
  map({ error: text, retry_hint: text, pointer: text }, { ...FAILURE_KEYS, finds: oneOf('something', 'nothing') }),
);

const result: Form = later(() => mapOf(either(text, resultSource)));
const resultSource = map(
  {},
  {
    pointer: text,
    suffix: text,
    header: text,
    argument: text,
    length: text,
    each: text,
    fields: result,
    slice: map({ start: text, length: text }),
    translate: mapOf(text),
  },
);

const STEP_KEYS = { translate: mapOf(mapOf(text)), fails_when: failureTests };
const HTTP_KEYS = {
  ...STEP_KEYS,
  query: mapOf(text),
  headers: mapOf(text),
  text,
  separator: text,
  errors: failures,
};
const COMMAND_KEYS = { ...STEP_KEYS, stdin: text, cwd: text, env: texts, exit_codes: failures, not_found: failure };
const HTTP = { connection: text, method: text, path: text };
const COMMAND = { argv: texts, stdout: oneOf('json', 'text', 'lines'), max_bytes: number };

const behavior = byMember('kind', {
  http: map(HTTP, { ...HTTP_KEYS, before: list(map(HTTP, HTTP_KEYS)), result }),
  command: map(COMMAND, { ...COMMAND_KEYS, before: list(map(COMMAND, COMMAND_KEYS)), result }),
  handler: map({ export: text }),
});

const description = map({ text, parts: list(map({ part: text, text, hash: text })) });
const authored = map({ does: text, when: text }, { instead: list(map({ case: text, use: text })), examples: texts });
const deprecation = map({ since: date, use: text, remove_after: date, reason: text });

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
    evals: list(map({ query: text, expect: either((value) => (value === null ? undefined : ''), text) })),
  },
  { timeout_ms: number, on_timeout: failure, replaces: text, deprecated: deprecation },
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
      map({ base_url: text }, { headers: mapOf(text), timeout_ms: number, on_unreachable: failure, errors: failures }),
    ),
    limits: map({ calls_per_minute: number, concurrency: number, timeout_ms: number }),
    tools: list(tool),
  },
  { skills: texts },
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
  { license: text, compatibility: text, allowed_tools: texts },
);

/** Without its own version, which says which form this is. */
export const contractForm: Form = map({ servers: list(server), skills: list(skill) });
