/** The arguments of `haft call`: one JSON object, or `--arg name=value` read by the schema of the parameter. */
import { type Json, type Schema, inexactNumber, isObject, ownMember } from '@haft/runtime/language';
import { inexactArgument } from '@haft/runtime/try';
import { Failure } from '../../edge/command-line/failure.ts';
import type { ToolPlan } from '../../plan/model.ts';
import { readJson } from '../../plan/read-json.ts';

interface ReadArguments {
  readonly value: Json;
  /** A number in them that a double cannot represent, as written. */
  readonly inexact?: string | undefined;
}

type WithParameters = Pick<ToolPlan, 'inputSchema'>;

/** As the server reads them from a request: the failure of a number that it rejects is in their place. */
export function argumentsOfCall(
  ...given: Parameters<typeof readCallArguments>
): Json | ReturnType<typeof inexactArgument> {
  const { value, inexact } = readCallArguments(...given);
  return inexact === undefined ? value : inexactArgument(inexact);
}

/** @throws Failure for what is no JSON, and what is given twice. */
export function readCallArguments(
  tool: WithParameters,
  json: string | undefined,
  pairs: readonly string[],
): ReadArguments {
  if (json !== undefined && pairs.length > 0)
    throw new Failure('The arguments are given twice: as JSON and with --arg.', 'Use one of them.');
  return json === undefined ? fromPairs(tool, pairs) : fromJson(json);
}

function fromJson(text: string): ReadArguments {
  const read = readJson(text);
  if ('value' in read) return { value: read.value, inexact: inexactNumber(text, read.value) };
  throw new Failure(
    `The arguments are not valid JSON: ${read.problem}.`,
    `Quote them for the shell: '{"query": "x"}', or use --arg query=x.`,
  );
}

/** Values that do not fit stay texts: the tool rejects them, and says what it expects. */
function fromPairs({ inputSchema }: WithParameters, pairs: readonly string[]): ReadArguments {
  const values = new Map<string, Json>();
  let inexact: string | undefined;
  for (const pair of pairs) {
    const at = pair.indexOf('=');
    if (at < 1) throw new Failure(`The value of --arg "${pair}" is not a pair.`, 'Write --arg name=value.');
    const [name, text] = [pair.slice(0, at), pair.slice(at + 1)];
    const schema = ownMember(inputSchema.properties ?? {}, name);
    const value = readValue(text, schema);
    inexact ??= inexactNumber(text, value);
    const before = values.get(name);
    if (before !== undefined && !Array.isArray(before))
      throw new Failure(`The argument "${name}" is given twice.`, 'Give it once; only a list can have several values.');
    values.set(name, Array.isArray(before) ? [...before, ...[value].flat()] : value);
  }
  return { value: Object.fromEntries(values), inexact };
}

function readValue(text: string, schema: Schema | undefined): Json {
  const types = new Set<unknown>([schema?.type ?? 'string'].flat());
  // The word is the value that clears a field; the text "null" can be given as JSON.
  if (types.has('null') && text === 'null') return null;
  if (types.has('string')) return text;
  const read = readJson(text);
  const parsed = 'value' in read ? read.value : undefined;
  if (types.has('array')) return Array.isArray(parsed) ? parsed : [readValue(text, schema?.items)];
  if (types.has('object')) return isObject(parsed) ? parsed : text;
  return typeof parsed === 'number' || typeof parsed === 'boolean' || parsed === null ? parsed : text;
}
