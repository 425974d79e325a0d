/** Whether what a pointer finds, or what a rule of a result gives, fits in a property of a type. */
import type { ResultRule } from '@haft/runtime';
import { meantOr } from '../unknown-name.ts';
import { schemaIssue } from '../schemas/inner-schemas.ts';
import { type AnyType, type Json, type Schema, ownMember } from '@haft/runtime/language';
import type { ToolSpec } from '../../documents/tool.ts';
import type { BehaviorProblem } from '../../../spec/behaviors/behavior.ts';
import { type OutputShape, foundPart, shapeAt } from '../../../spec/behaviors/output-shape.ts';

/** Undefined for any; the first is the one to declare. */
type Types = readonly AnyType[] | undefined;

function typesOf({ anyOf, enum: values, type }: Schema): Types {
  if (values) return values.map(kindOf);
  if (!anyOf) return type === undefined ? undefined : [type].flat();
  const inner = anyOf.map(typesOf);
  return inner.includes(undefined) ? undefined : inner.flatMap((one) => one ?? []);
}

function kindOf(value: Json): AnyType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  const type = typeof value;
  return type === 'string' || type === 'number' || type === 'boolean' ? type : 'object';
}

/** Whether no value has both one of these and one of those types; an integer is a number. */
export function areApart<T extends string>(
  types: readonly T[] | undefined,
  others: readonly string[] | undefined,
): types is readonly T[] {
  const plain = (one: string): string => (one === 'integer' ? 'number' : one);
  return (
    types !== undefined && others !== undefined && !types.some((one) => others.some((two) => plain(one) === plain(two)))
  );
}

/** A text that is a number, true or false becomes it where the property has that type. */
const TEXT: readonly AnyType[] = ['string', 'integer', 'number', 'boolean'];
const NUMBER: readonly AnyType[] = ['integer', 'number', 'string'];
const TRUTH: readonly AnyType[] = ['boolean', 'string'];
const CONVERTED: Readonly<Partial<Record<AnyType, readonly AnyType[]>>> = {
  string: TEXT,
  integer: NUMBER,
  number: NUMBER,
  boolean: TRUTH,
  null: TEXT,
};

/** What values of these types can become. */
function typesAfter(types: Types): Types {
  return types?.flatMap((one) => CONVERTED[one] ?? [one]);
}

/** Whether some value of this shape fits in a property of the type; what has words around it is not converted. */
export function canFill(type: AnyType, shape: Schema, isProse = false): boolean {
  const types = typesOf(shape);
  return !areApart(isProse ? types : typesAfter(types), [type]);
}

/** Whether some value of the shape is valid in the property as it is: what is inside a list or a map is not converted. */
export function isHeldAsIs(property: Schema, shape: Schema): boolean {
  const { anyOf, items = {}, properties = {} } = shape;
  if (anyOf) return anyOf.some((one) => isHeldAsIs(property, one));
  if (areApart(typesOf(shape), typesOf(property))) return false;
  if (shape.type === 'array') return isHeldAsIs(property.items ?? {}, items);
  return Object.entries(properties).every(([name, member]) =>
    isHeldAsIs(ownMember(property.properties ?? {}, name) ?? {}, member),
  );
}

/** Whether it can be one. */
export function isOf(kind: 'array' | 'object', shape: Schema): boolean {
  return typesOf(shape)?.includes(kind) ?? true;
}

/** Words for a message, and the types of property that can hold it; of a list also those of its elements. */
type Given = readonly [gives: string, types: Types, elements?: Types];

type MapRule = Exclude<ResultRule, string>;

/** Who the rule is of: its arguments, and the definitions of its schemas. */
type RuleOwner = Pick<ToolSpec, 'parameters' | 'definitions'>;

type Mismatch = BehaviorProblem & { readonly path: readonly string[] };

/** What a rule gives, whatever it reads, that its property can never hold: each such call fails, or the property is missing. */
export function mismatches(rule: MapRule, schema: Schema | undefined, owner: RuleOwner): readonly Mismatch[] {
  const types = schema && typesOf(schema);
  if (!types) return [];
  const [gives, results, elements] = givenBy(rule, owner.parameters) ?? [];
  if (areApart(results, types)) {
    const message = `This rule gives ${gives}, but the property has type ${types.join(' or ')}.`;
    return [{ path: [], message, hint: `Declare the property as ${results[0]}.` }];
  }
  const inner = types.includes('array') ? typesOf(schema.items ?? {}) : undefined;
  if (areApart(elements, inner)) {
    const message = `Each element of this list has type ${elements[0]}, but those of the property have type ${inner?.join(' or ')}.`;
    return [{ path: [], message, hint: `Declare \`items\` of the property as ${elements[0]}.` }];
  }
  return namedValueMismatches(rule, schema, owner);
}

function givenBy(rule: MapRule, parameters: RuleOwner['parameters'] = {}): Given | undefined {
  const own = ofSource(rule, parameters);
  const isMapped = rule.translate !== undefined && own?.[1]?.every((type) => TEXT.includes(type));
  return isMapped && own ? [own[0], [...(own[1] ?? []), ...TEXT]] : own;
}

function ofSource(rule: MapRule, parameters: Readonly<Record<string, Schema>>): Given | undefined {
  const { as: reading, join } = rule;
  const isList = 'each' in rule || 'entries' in rule || 'keys' in rule;
  if (reading !== undefined && !isList)
    return typeof reading === 'object' && 'date' in reading ? ['a date', ['string']] : ['a number', NUMBER];
  if (join !== undefined && (isList || 'pointer' in rule)) return ['a text', TEXT];
  if ('keys' in rule) return ['a list', ['array'], ['string']];
  if (isList) return 'fields' in rule && !('item' in rule) ? ['a list', ['array'], ['object']] : ['a list', ['array']];
  if ('fields' in rule) return ['a map', ['object']];
  if ('exists' in rule) return ['true or false', TRUTH];
  if ('length' in rule) return ['a number', NUMBER];
  if ('note' in rule) return ['a text', ['string']];
  if ('header' in rule) return ['a text', TEXT];
  const parameter = 'argument' in rule ? ownMember(parameters, rule.argument) : undefined;
  const types = typesAfter(typesOf(parameter ?? {}));
  // Elements are not converted.
  return types && ['the argument', types, typesOf(parameter?.items ?? {})];
}

/** Values that the rule names itself; what is cut or joined afterwards is another. */
function namedValueMismatches(rule: MapRule, schema: Schema, { definitions }: RuleOwner): readonly Mismatch[] {
  const { default: fallback, translate = {} } = rule;
  if ((rule.join ?? rule.slice ?? rule.limit) !== undefined) return [];
  // In a list, each element is translated.
  const elements = typesOf(schema)?.includes('array') ? [schema.items ?? {}] : [];
  const fixed = { ...('value' in rule && { value: rule.value }), ...(fallback !== undefined && { default: fallback }) };
  const named = [
    ...Object.entries(fixed).map(([key, value]) => ({ path: [key], value, targets: [schema] })),
    ...Object.entries(translate).map(([key, value]) => ({
      path: ['translate', key],
      value,
      targets: [...elements, schema],
    })),
  ];
  return named.flatMap(({ path, value, targets }) => {
    // A fallback that is no value, as false and null can be, only says that there is none.
    const isNone = path[0] === 'default' && (value === null || value === false);
    const isReplaced = path[0] !== 'translate' && Object.hasOwn(translate, String(value));
    const issues = targets.flatMap((target) => formsOf(value).map((form) => schemaIssue(target, form, definitions)));
    if (isNone || isReplaced || issues.includes(undefined)) return [];
    return [
      {
        path,
        message: `The property cannot hold this: ${issues[0]}`,
        hint: 'Change it, or the schema of the property.',
      },
    ];
  });
}

/** The value, and what a property of another type makes of it. */
function formsOf(value: Json): readonly Json[] {
  if (value === null || value === false || typeof value === 'object') return [value];
  if (typeof value !== 'string') return [value, String(value)];
  const number = value.trim() === '' ? NaN : Number(value);
  if (Number.isFinite(number)) return [value, number];
  return value === 'true' || value === 'false' ? [value, value === 'true'] : [value];
}

/** What the pointer finds, as the start of a sentence. */
export function whatIsAt(pointer: string, { start, schema }: OutputShape, other = 'one value'): string {
  return pointer === ''
    ? start
    : `${start}; "${pointer}" finds ${NAMES[String(shapeAt(schema, pointer)?.type)] ?? other}`;
}

export function nothingFound(pointer: string, output: OutputShape, effect = ''): BehaviorProblem {
  const part = foundPart(output.schema, pointer);
  const message = `${whatIsAt(part, output)}, so ${JSON.stringify(pointer)} finds nothing${effect}.`;
  return { message, hint: hintFor(part, shapeAt(output.schema, part) ?? {}, pointer) };
}

const NAMES: Readonly<Record<string, string>> = { string: 'a text', array: 'a list', object: 'a row' };

function hintFor(part: string, target: Schema, pointer: string): string {
  const { type, properties = {}, anyOf } = target;
  if (anyOf?.[0]) return hintFor(part, anyOf[0], pointer);
  const whole = `the pointer ${JSON.stringify(part)}`;
  if (type === 'string') return `Use ${whole}, or the format that is returned, such as json.`;
  if (type === 'array') return `Write the number of the element first, such as ${part}/0, or use ${whole} for all.`;
  const keys = Object.keys(properties);
  if (keys.length === 0) return 'Remove it, or choose a format that is read, such as json.';
  const list = `Known: ${keys.slice(0, 12).join(', ')}.`;
  return meantOr(pointer.slice(part.length + 1), keys, list, (guess) => `${part}/${guess}`);
}
