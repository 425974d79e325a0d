/** Plausible values of a schema, the smallest and likeliest first, with those at the bounds of another one. */
import { type Json, type JsonObject, type Schema, formatExample } from '@haft/runtime/language';
import { memoizeByTwo } from '../../base/memo.ts';
import {
  type Facets,
  type SchemaForm,
  declaredBy,
  demandedBy,
  facetsOf,
  formsOf,
  isClosed,
  itemOf,
  memberOf,
  otherMember,
  prefixOf,
  unlessUndecidable,
} from '../subset/form.ts';
import { withoutPassedOn } from '../subset/passed-on.ts';
import { isInteger, numbersOf, sizesOf } from '../subset/range.ts';
import { shortestText, textOutside } from '../subset/text-sets.ts';
import { textsOf } from '../subset/texts.ts';
import { fewValues, isOneOf, listedValues, surelyAccepts, surelyRejects } from '../subset/values.ts';
import { isSecret } from './secrets.ts';

/** A schema with what its references lead into. */
interface RootedSchema {
  readonly facets: Facets;
  readonly root: Schema;
}

export function rootedSchema(schema: Schema, root = schema): RootedSchema {
  return { facets: facetsOf(schema), root };
}

const MAX_SAMPLES = 40;
const DEPTH = 5;

/** At most `count` values that the schema accepts; near the bounds of `other`, where values may be that it does not. */
export function samplesOf(own: RootedSchema, other: RootedSchema, depth = DEPTH, count = MAX_SAMPLES): Json[] {
  if (depth === 0) return [];
  const values: Json[] = [];
  for (const value of candidates(own, other, depth)) {
    if (surelyAccepts(own.facets, own.root, value) && !isOneOf(values, value)) values.push(value);
    if (values.length >= count) break;
  }
  return values;
}

/** One after the other: of most schemas the first few are enough. */
function* candidates(own: RootedSchema, other: RootedSchema, depth: number): Generator<Json> {
  yield* own.facets.flatMap(({ schema }) => givenValues(schema));
  const others = formsIn(other);
  for (const form of formsIn(own)) {
    const near = others.filter(({ kind }) => kind === form.kind);
    yield* listedBy(form, near);
    if (!listedValues(form)) yield* ofForm({ form, near, own, other, depth });
  }
}

const FIRST = 10;

/** The first of both sides, then those that only this form has, before a long list takes all places. */
function listedBy(form: SchemaForm, near: readonly SchemaForm[]): readonly Json[] {
  const [own, others] = [listedValues(form) ?? [], near.flatMap((one) => listedValues(one) ?? [])];
  const elsewhere = new Set(others.map((value) => JSON.stringify(value)));
  const few = elsewhere.size > 0 ? (fewValues(form) ?? []) : [];
  const alone = few.filter((value) => !elsewhere.has(JSON.stringify(value)));
  return [...own.slice(0, FIRST), ...others.slice(0, FIRST), ...alone, ...own];
}

function formsIn({ facets, root }: RootedSchema): readonly SchemaForm[] {
  const all = unlessUndecidable(() => formsOf(facets, root), undefined);
  return all ?? unlessUndecidable(() => formsOf(withoutPassedOn(facets), withoutPassedOn(root)), []);
}

/** What the author wrote down; of a secret nothing is repeated. */
function givenValues(schema: Schema): readonly Json[] {
  if (isSecret(schema)) return [];
  return [...(schema.examples ?? []), ...(schema.default === undefined ? [] : [schema.default])];
}

/** One form of a schema, and those of its type of the other schema. */
interface Sampled {
  readonly form: SchemaForm;
  readonly near: readonly SchemaForm[];
  readonly own: RootedSchema;
  readonly other: RootedSchema;
  readonly depth: number;
}

function ofForm(sampled: Sampled): Json[] {
  switch (sampled.form.kind) {
    case 'number':
      return numbers([sampled.form, ...sampled.near]);
    case 'string':
      return texts(sampled);
    case 'array':
      return lists(sampled);
    case 'object':
      return objects(sampled);
    default:
      return [];
  }
}

function numbers(forms: readonly SchemaForm[]): number[] {
  const edges = forms.flatMap((form) => {
    const { min, max } = numbersOf(form);
    const steps = form.facets.flatMap(({ schema: { multipleOf } }) => multipleOf ?? []);
    const near = [min, max]
      .filter(Number.isFinite)
      .flatMap((edge) => [edge, edge + 1, edge - 1, edge + 0.5, edge - 0.5]);
    return [
      ...near,
      ...steps.flatMap((step) => [step, ...near.map((edge) => Math.ceil(edge / step) * step), step * 3]),
    ];
  });
  const [first] = forms;
  const plain = first && isInteger(first) ? [1, 2, 10] : [1, 2, 10, 1.5];
  return [...plain, 0, ...edges, 7, -1, 0.5, 100, 1000, -1000.5, 1_000_000];
}

const FORMATTED = ['date', 'date-time', 'time', 'email', 'uri', 'uuid', 'ipv4', 'ipv6'].flatMap(
  (format) => formatExample(format) ?? [],
);
const COMMON = ['a', '', 'two words', 'Text 1', ...FORMATTED, '1', '\u00e9', 'A_b-9.', 'a\nb'];
const MAX_LENGTH = 2000;
/** RFC 5321 allows a host without a dot; many validators do not. */
const DOMAIN = '.aa';

/** First what only this form allows; then of every length that matters. */
function texts({ form, near }: Sampled): string[] {
  const forms = [form, ...near];
  const own = textsOf(form);
  const lacking = near.map((other) => textOutside(own, textsOf(other)));
  const isMail = forms.some(({ facets }) => facets.some(({ schema }) => schema.format === 'email'));
  const fitting = [
    ...lacking.flatMap((one) => (typeof one === 'string' ? [] : [one.text])),
    ...forms.map(textsOf).flatMap((set) => (set.patterns.length === 0 ? [] : (shortestText(set) ?? []))),
  ].map((text) => (isMail && /@[^.]+$/.test(text) ? `${text}${DOMAIN}` : text));
  const formatted = forms.flatMap(({ facets }) =>
    facets.flatMap(({ schema: { format } }) => formatExample(format) ?? []),
  );
  const sizes = sizesNear(forms, MAX_LENGTH);
  const sized = [
    ...sizes.map((size) => 'x'.repeat(size)),
    ...fitting.flatMap((text) => sizes.map((size) => fillText(text, size))),
  ];
  return [...formatted, ...fitting, 'text', ...sized, ...COMMON];
}

function sizesNear(forms: readonly SchemaForm[], most: number): number[] {
  const all = forms.map(sizesOf).flatMap(({ min, max }) => [min, max, max + 1, min - 1]);
  return all.filter((size) => size >= 0 && size <= most);
}

/** Of this length, if the end can be repeated. */
function fillText(text: string, size: number): string {
  return text.length >= size ? text.slice(0, size) : text + text.slice(-1).repeat(size - text.length);
}

/** Values of what is inside. */
function inner({ near, form, own, other, depth }: Sampled, at: (one: SchemaForm) => Facets, count?: number): Json[] {
  const far = { facets: near.flatMap(at), root: other.root };
  return samplesOf({ facets: at(form), root: own.root }, far, depth - 1, count);
}

function lists(sampled: Sampled): Json[] {
  const { form, near } = sampled;
  const places = prefixOf(form) + 1;
  const items = Array.from({ length: places }, (_, place) => inner(sampled, (one) => itemOf(one, place)));
  const rest = items.at(-1) ?? [];
  const sizes = sizesNear([form, ...near], 100);
  const ofSize = (size: number, step: number): Json[] =>
    Array.from({ length: size }, (_, place) => {
      const choice = items[Math.min(place, places - 1)] ?? rest;
      return choice[(place * step) % Math.max(1, choice.length)] ?? null;
    });
  const all = [...new Set([1, ...sizes, 0, 2, 3, places])];
  const least = sizesOf(form).min;
  const each = items.flatMap((choice, place) =>
    choice.map((item) => {
      const base = ofSize(Math.max(least, place + 1), 1);
      return base.map((value, index) => (index === place ? item : value));
    }),
  );
  return [...all.flatMap((size) => [ofSize(size, 1)]), ...each, ...all.map((size) => ofSize(size, 0))];
}

function objects(sampled: Sampled): Json[] {
  const { form } = sampled;
  const member = (name: string): Json[] => inner(sampled, (one) => memberOf(one, name));
  const demanded = [...demandedBy(form)];
  const choices = new Map(
    [...new Set([...demanded, ...declaredBy(form)])].map((name) => [name, member(name)] as const),
  );
  const base: JsonObject = Object.fromEntries(demanded.map((name) => [name, choices.get(name)?.[0] ?? 'text']));
  const single = [...choices].flatMap(([name, values]) => values.map((value) => ({ ...base, [name]: value })));
  const full = Object.fromEntries(
    [...choices].flatMap(([name, [first]]) => (first === undefined ? [] : [[name, first]])),
  );
  return [base, ...fittingBoth(sampled), ...single, { ...base, ...full }, ...undeclaredMembers(sampled, base)];
}

/** For each form of the other schema, the smallest value of both: of several branches it may fit one too many. */
function fittingBoth({ form, near, own, other, depth }: Sampled): JsonObject[] {
  const root = withDefinitions(own.root, other.root);
  return near.flatMap((one) => {
    const names = [...new Set([...demandedBy(form), ...demandedBy(one)])];
    const members = names.flatMap((name) => {
      const facets = [...memberOf(form, name), ...memberOf(one, name)];
      const [first] = samplesOf({ facets, root }, { facets: [], root }, depth - 1, 1);
      return first === undefined ? [] : [[name, first] as const];
    });
    return members.length === names.length ? [Object.fromEntries(members)] : [];
  });
}

/** The same for the same two, so that what is known of it stays known. */
const withDefinitions = memoizeByTwo((own: Schema, other: Schema): Schema => {
  return { $defs: { ...own.$defs, ...other.$defs } };
});

/** Members that only `near` declares, and some that nothing declares. */
function undeclaredMembers(sampled: Sampled, base: JsonObject): JsonObject[] {
  const { form, near } = sampled;
  if (isClosed(form)) return [];
  const declared = new Set(declaredBy(form));
  const patterns = [form, ...near].flatMap(({ facets }) =>
    facets.flatMap(({ schema }) => Object.keys(schema.patternProperties ?? {})),
  );
  const named = patterns.flatMap((pattern) => shortestText({ patterns: [pattern], min: 0, max: Infinity }) ?? []);
  const others = [...new Set([...near.flatMap((one) => [...declaredBy(one), ...demandedBy(one)]), ...named, 'other'])];
  const single = others
    .filter((name) => !declared.has(name))
    .flatMap((name) => {
      return inner(sampled, (one) => memberOf(one, name), 12).map((value) => ({ ...base, [name]: value }));
    });
  const values = inner(sampled, (one) => otherMember(one, new Set()), 1);
  const sizes = [form, ...near].flatMap((one) => [sizesOf(one).min, sizesOf(one).max, sizesOf(one).max + 1]);
  const many = sizes
    .filter((size) => size > Object.keys(base).length && size <= 60)
    .map((size) => ({
      ...base,
      ...Object.fromEntries(
        Array.from({ length: size - Object.keys(base).length }, (_, at) => [`other_${at + 1}`, values[0] ?? 'text']),
      ),
    }));
  return [...single, ...many];
}

/** A value that one schema accepts and another one rejects, for the runtime and for validators that judge what it passes on. */
export function counterexample(inner: Schema, innerRoot: Schema, outer: Schema, outerRoot: Schema): Json | undefined {
  const [from, to] = [rootedSchema(inner, innerRoot), rootedSchema(outer, outerRoot)];
  return samplesOf(from, to).find((value) => surelyRejects(to.facets, to.root, value));
}
