/** `/text`, `/lines` and `/rows` name a whole output, as they do in a result without `result:`; a Plan has the pointers without them. */
import type { ErrorCase, ErrorTable, FailureTest, ResultRule, ResultTable } from '@haft/runtime';
import { type OutputShape, shapeAt } from './output-shape.ts';

/** The pointer as the runtime reads it: without the name, where that is no key of the output itself. */
export function plainPointer(pointer: string, { schema, whole }: OutputShape): string {
  const isNamed = whole !== undefined && (pointer === `/${whole}` || pointer.startsWith(`/${whole}/`));
  return isNamed && shapeAt(schema, pointer) === undefined ? pointer.slice(whole.length + 1) : pointer;
}

export function plainTable(table: ResultTable, output: OutputShape): ResultTable {
  return Object.fromEntries(Object.entries(table).map(([name, rule]) => [name, plainRule(rule, output)]));
}

/** What is inside `each`, or behind the pointer of `fields`, begins there. */
export function plainRule(rule: ResultRule, output: OutputShape): ResultRule {
  if (typeof rule === 'string') return plainPointer(rule, output);
  if ('first' in rule) return { ...rule, first: rule.first.map((one) => plainRule(one, output)) };
  const own = Object.entries(rule).filter(([key]) => POINTER_KEYS.has(key));
  if (own.length === 0 && 'fields' in rule) return { ...rule, fields: plainTable(rule.fields, output) };
  return { ...rule, ...Object.fromEntries(own.map(([key, pointer]) => [key, plainPointer(String(pointer), output)])) };
}

/** Keys of a rule that are a pointer into the output. */
const POINTER_KEYS: ReadonlySet<string> = new Set(['pointer', 'each', 'entries', 'length', 'keys', 'exists']);

export function plainTests(tests: readonly FailureTest[], output: OutputShape): readonly FailureTest[] {
  return tests.map((test) => ({ ...plainCase(test, output), pointer: plainPointer(test.pointer, output) }));
}

/** Its keys keep their order, which is that of the output. */
export function plainStep<T extends { readonly fails_when?: readonly FailureTest[] }>(step: T, output: OutputShape): T {
  return step.fails_when ? { ...step, fails_when: plainTests(step.fails_when, output) } : step;
}

export function plainErrors(table: ErrorTable, output: OutputShape): ErrorTable {
  return Object.fromEntries(
    Object.entries(table).map(([code, cases]) => [code, cases.map((one) => plainCase(one, output))]),
  );
}

/** `detail` may be a word instead of a pointer. */
function plainCase<T extends ErrorCase>(one: T, output: OutputShape): T {
  return one.detail === undefined ? one : { ...one, detail: plainPointer(one.detail, output) };
}
