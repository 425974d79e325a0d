/** Sources of a result that find nothing, or nothing of the right type, in output that is not JSON. */
import type { OutputFormat, ResultRule, ResultTable } from '@haft/runtime';
import { mainType, ownMember } from '@haft/runtime/language';
import type { Schema } from '@haft/runtime/language';
import type { PlacedProblem, Problem } from '../../behaviors/behavior.ts';
import type { NodePath } from '../../load/spec.ts';

interface Command {
  readonly stdout?: OutputFormat;
  readonly result?: ResultTable;
}

type Rows = Exclude<OutputFormat, 'json' | 'text'>;

/** Paths are below `command:`. */
export function unread({ stdout = 'json', result }: Command, returns: Schema | undefined): PlacedProblem[] {
  if (stdout === 'json') return [];
  if (result === undefined) return wholeProblems(stdout, returns?.properties);
  return Object.entries(result).flatMap(([name, rule]) =>
    problemsOf(rule, stdout, ownMember(returns?.properties ?? {}, name), ['result', name]),
  );
}

/** Without `result:` the whole output is one property. */
function wholeProblems(format: Rows | 'text', properties: Schema['properties']): PlacedProblem[] {
  const name = format === 'text' || format === 'lines' ? format : 'rows';
  if (properties === undefined || Object.hasOwn(properties, name)) return [];
  const message = `Without \`result\`, the result has one property "${name}", which \`returns\` does not declare.`;
  return [
    { path: ['stdout'], message, hint: `Add \`result\`, or declare "${name}" under \`properties\` of \`returns\`.` },
  ];
}

function problemsOf(
  rule: ResultRule,
  format: Rows | 'text',
  schema: Schema | undefined,
  path: NodePath,
): PlacedProblem[] {
  const { pointer, first, each, translate, join } = sourcesOf(rule);
  if (first) return first.flatMap((one, at) => problemsOf(one, format, schema, [...path, 'first', at]));
  const source = pointer ?? each;
  const type = (!translate && join === undefined && schema && mainType(schema)) || 'string';
  const problem = source === undefined ? undefined : problemOf(source, format, each === undefined ? type : 'array');
  return problem ? [{ path, ...problem }] : [];
}

interface Sources {
  readonly pointer?: string;
  readonly each?: string;
  readonly first?: readonly ResultRule[];
  readonly translate?: object;
  readonly join?: string;
}

function sourcesOf(rule: ResultRule): Sources {
  return typeof rule === 'string' ? { pointer: rule } : rule;
}

function problemOf(source: string, format: Rows | 'text', type: string): Problem | undefined {
  if (format !== 'text') return problemInList(source, format, type);
  if (source !== '') {
    const message = `The output is one text (\`stdout: text\`), in which "${source}" finds nothing.`;
    return { message, hint: 'Use the format that the program prints, such as `stdout: json`, or the pointer "".' };
  }
  if (type === 'string') return undefined;
  const message = `The output is one text (\`stdout: text\`), but the property has type ${type}.`;
  return { message, hint: BY_TYPE[type] ?? 'Use `stdout: json` if the program prints JSON.' };
}

const ALONE = 'Use `stdout: json` if the program prints nothing but the value; otherwise';
const BY_TYPE: Readonly<Record<string, string>> = {
  integer: `${ALONE} declare the property as a string.`,
  number: `${ALONE} declare the property as a string.`,
  boolean: `${ALONE} map the texts to "true" and "false" under \`translate\`.`,
  array: 'Use `stdout: lines`.',
};

/** A line is a text: what is a number in one run has words around it in the next. */
function problemInLine(index: number, more: string | undefined, type: string): Problem | undefined {
  const line = `Line ${index + 1} of the output (\`stdout: lines\`)`;
  if (more !== undefined)
    return { message: `${line} is a text, in which "${more}" finds nothing.`, hint: `Use the pointer "/${index}".` };
  if (type === 'string') return undefined;
  const hint =
    type === 'array' || type === 'object'
      ? 'Use `stdout: jsonl` if each line is JSON; otherwise declare the property as a string.'
      : `Use \`stdout: jsonl\` if the line is nothing but the value; otherwise ${type === 'boolean' ? 'map the texts to "true" and "false" under `translate`' : 'declare the property as a string'}.`;
  return { message: `${line} is a text, but the property has type ${type}.`, hint };
}

/** Every other format is a list. */
function problemInList(source: string, format: Rows, type: string): Problem | undefined {
  const of = format === 'lines' ? 'lines' : 'rows';
  if (source === '' && (type === 'array' || type === 'string')) return undefined;
  if (source === '') {
    const message = `The output is a list of ${of} (\`stdout: ${format}\`), but the property has type ${type}.`;
    const hint =
      format === 'lines'
        ? 'Count them with { length: "" }, or use the format that the program prints.'
        : 'Take one of them, such as /0, or count them with { length: "" }.';
    return { message, hint };
  }
  const [element, index, more] = /^\/(0|[1-9]\d*)(\/.*)?$/.exec(source) ?? [];
  if (element !== undefined) return format === 'lines' ? problemInLine(Number(index), more, type) : undefined;
  const message = `The output is a list of ${of} (\`stdout: ${format}\`), in which "${source}" finds nothing.`;
  const hint = 'Write the number of the element first, such as /0, or use `each: ""` for all.';
  return { message, hint };
}
