/** Every single thing that can be done to a Plan and be seen: values changed, removed, renamed, swapped. */
import { planDescription } from '../../compiler/plan/description.ts';
import type { Description, Plan, ToolPlan } from '../../compiler/plan/model.ts';
import { effective } from '../../compiler/plan/tool.ts';
import { sameJson } from '../../runtime/language/index.ts';
import type { Json } from '../../runtime/language/index.ts';

type Path = readonly (string | number)[];

/** One thing done to a Plan at one place. */
interface Mutation {
  readonly path: Path;
  readonly how: 'change' | 'remove' | 'rename' | 'swap';
}

/**
 * Places are paths in which every name of the author's own stands as *. Neither callers nor models see these, or they
 * follow from something else: texts from parts, what is required from the names of properties.
 */
const INVISIBLE: readonly RegExp[] = [
  /^planVersion$/,
  /(^|\.)(version|source|handlerFile|hash|from|part|authored)$/,
  /\.description\.text$/,
  /\.behavior\.export$/,
  /\.(inputSchema|returns|outputSchema)\.type$/,
  /\.returns\..*x-mcp-header$/,
];

/** Members of which each has a name of the author's own. */
const RECORD =
  /\.(properties|env|connections|metadata|meta|frontMatter|headers|query|result|translate|errors|exit_codes)$/;

/** What can be taken away, and the rest is still a Plan. */
const REMOVABLE: readonly RegExp[] = [
  /^servers\.#$|^skills\.#$|\.tools\.#$/,
  /^skills\.#\.(steps|never|references|servers|evals|files|allowed_tools)\.#$|\.tools\.#\.evals\.#$/,
  /^skills\.#\.(license|compatibility)$/,
  /\.tools\.#\.(timeout_ms|limits|tags|replaces|deprecated)$|\.limits\.result_bytes$/,
  /\.(env|metadata|meta|properties|errors|exit_codes|result|query|headers|frontMatter)\.\*$/,
  /\.(hints|icons|meta|execution|results|outputSchema|instructions|frontMatter|frontMatterSource)$|^skills\.#\.text$/,
  /\.hints\.[^.]+$|\.icons\.#$|\.(inputSchema|returns)\.(\$schema|\$comment|x-vendor|dependentRequired)$/,
  /\.(on_missing|on_unreachable|on_timeout|not_found|code|contains|detail|finds|suffix|translate|stdin|json)$/,
  /\.behavior\.before(\.#)?$/,
  /\.(inputSchema|returns).*\.(title|description|enum|default|minimum|maximum|minLength|pattern|maxItems|items)$/,
  /\.required\.#$|\.enum\.#$|\.(allOf|anyOf)\.#$/,
  /^servers\.#\.skills\.#$|\.inputSchema\..*x-mcp-header$/,
];
const NAMED = /\.(properties|env)\.\*$/;
const ORDERED = /\.(steps|never|enum|references|properties|frontMatter)$/;

export function visibleMutations(plan: Plan): Mutation[] {
  const found: Mutation[] = [];
  const walk = (value: unknown, path: Path, place: string): void => {
    if (INVISIBLE.some((form) => form.test(place)) || isIgnoredHint(plan, path)) return;
    const isRemovable = REMOVABLE.some((form) => form.test(place)) && !areRepeated(plan, path);
    if (isRemovable && !isReadAlike(plan, path)) found.push({ path, how: 'remove' });
    if (NAMED.test(place)) found.push({ path, how: 'rename' });
    if (ORDERED.test(place) && areDifferent(value) && !isKeptText(plan, path)) found.push({ path, how: 'swap' });
    // A default is one value, whatever is inside.
    if (typeof value !== 'object' || value === null || place.endsWith('.default')) found.push({ path, how: 'change' });
    else
      for (const [key, inner] of Object.entries(value)) {
        const step = Array.isArray(value) ? '#' : RECORD.test(place) ? '*' : key;
        walk(inner, [...path, Array.isArray(value) ? Number(key) : key], place === '' ? step : `${place}.${step}`);
      }
  };
  walk(plan, [], '');
  return found.filter(({ path, how }) => !(how === 'change' && path.at(-2) === 'required'));
}

/** The order of front matter is that of its text, where there is one. */
function isKeptText(plan: Plan, path: Path): boolean {
  const owner = path.slice(0, -1).reduce<unknown>(member, plan);
  return path.at(-1) === 'frontMatter' && member(owner, 'frontMatterSource') !== undefined;
}

/** A draft of JSON Schema that is named where every draft reads the schema alike. Of the keywords of random Plans, only `dependentRequired` is new in one. */
function isReadAlike(plan: Plan, path: Path): boolean {
  if (path.at(-1) !== '$schema') return false;
  const schema = path.slice(0, -1).reduce<unknown>(member, plan);
  return member(schema, '$schema') !== 'urn:other' && !JSON.stringify(schema).includes('"dependentRequired":');
}

/** Hints that say the four annotations and nothing else are listed as those. */
function areRepeated(plan: Plan, path: Path): boolean {
  if (path.at(-1) !== 'hints') return false;
  const owner = path.slice(0, -1).reduce<unknown>(member, plan);
  return sameJson(member(owner, 'hints') as Json, member(owner, 'annotations') as Json);
}

/** Hints that follow from others, and hints about destruction and repetition have no meaning if a tool only reads (MCP). */
function isIgnoredHint(plan: Plan, path: Path): boolean {
  const [part, hint] = path.slice(-2);
  if (part !== 'annotations') return false;
  // They follow from the hints that are given.
  if (member(path.slice(0, -2).reduce<unknown>(member, plan), 'hints')) return true;
  if (hint !== 'destructiveHint' && hint !== 'idempotentHint') return false;
  return member(path.slice(0, -1).reduce<unknown>(member, plan), 'readOnlyHint') === true;
}

/** The first two entries or members can be told apart. */
function areDifferent(value: unknown): boolean {
  const [first, second] = Array.isArray(value) ? value : Object.keys(Object(value));
  return first !== undefined && second !== undefined && JSON.stringify(first) !== JSON.stringify(second);
}

export function mutate(plan: Plan, { path, how }: Mutation): Plan {
  const copy = structuredClone(plan);
  const key = path.at(-1) ?? '';
  const holder = path.slice(0, -1).reduce<unknown>(member, copy);
  const value = member(holder, key);
  if (how === 'change') Reflect.set(Object(holder), key, otherThan(value, String(key)));
  else if (how === 'swap') Reflect.set(Object(holder), key, swapped(value));
  else if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else {
    Reflect.deleteProperty(Object(holder), key);
    if (how === 'rename') Reflect.set(Object(holder), `${key}_x`, value);
    const owner = path.slice(0, -2).reduce<unknown>(member, copy);
    const required = member(owner, 'required');
    if (path.at(-2) === 'properties' && Array.isArray(required) && required.includes(key))
      required.splice(required.indexOf(key), 1, ...(how === 'rename' ? [`${key}_x`] : []));
  }
  return withTexts(copy);
}

function member(value: unknown, key: string | number): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

const OTHERS: ReadonlyMap<string, readonly string[]> = new Map([
  ['type', ['string', 'integer', 'array', 'boolean']],
  ['method', ['GET', 'POST']],
  ['stdout', ['json', 'lines']],
  ['kind', ['http', 'command', 'file', 'handler']],
]);

function otherThan(value: unknown, key: string): unknown {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (typeof value !== 'string') return 'something';
  // A day stays a day.
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return value.replace(/^\d{4}/, (year) => String(Number(year) + 1));
  return OTHERS.get(key)?.find((other) => other !== value) ?? `${value}_x`;
}

function swapped(value: unknown): unknown {
  if (!Array.isArray(value)) {
    const [first, second, ...rest] = Object.entries(Object(value));
    return Object.fromEntries([second, first, ...rest].filter((entry) => entry !== undefined));
  }
  const [first, second, ...rest]: unknown[] = value;
  return [second, first, ...rest];
}

/** Annotations follow from the hints that are given. */
export function withEffectiveHints(tool: ToolPlan): ToolPlan {
  return tool.hints ? { ...tool, annotations: effective(tool.hints) } : tool;
}

/** The joined text and the hashes follow from the parts. */
function withTexts(plan: Plan): Plan {
  const described = <T extends { description: Description }>(one: T): T => {
    return { ...one, description: planDescription(one.description.parts.map(({ part, text }) => ({ part, text }))) };
  };
  const servers = plan.servers.map((server) => ({
    ...server,
    tools: server.tools.map((tool) => withEffectiveHints(described(tool))),
  }));
  return { ...plan, servers, skills: plan.skills.map(described) };
}
