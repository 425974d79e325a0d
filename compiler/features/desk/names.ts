/** The places of documents that name something: one table for completion, definition, references and renaming. */
import { entriesOf } from '../../base/json.ts';
import { memoizeBy } from '../../base/memo.ts';
import { toolTemplates } from '../../check/analysis/binding/template-use.ts';
import type { ToolPart } from '../../check/model.ts';
import type { PlacedName } from '../../spec/behaviors/behavior.ts';
import { allSteps } from '../../spec/behaviors/index.ts';
import type { NodePath, PairSide } from '../../spec/yaml/spec.ts';

/** What a member of a server is declared under. */
const MEMBERS = {
  connection: 'connections',
  database: 'databases',
  upstream: 'upstreams',
  program: 'programs',
  definition: 'definitions',
  env: 'env',
} as const;

type MemberKind = keyof typeof MEMBERS;

export type NamedKind = 'tool' | 'server' | 'skill' | 'parameter' | 'rule' | MemberKind;

interface Naming {
  readonly kind: NamedKind;
  readonly declares: boolean;
}

export function memberKey(kind: MemberKind): string {
  return MEMBERS[kind];
}

export function isMember(kind: NamedKind): kind is MemberKind {
  return Object.hasOwn(MEMBERS, kind);
}

/** `inTool`: the path below the tool, in documents with tools. */
export function namingAt(kind: string, path: NodePath, part: PairSide, inTool?: NodePath): Naming | undefined {
  if (inTool) return namingInTool(inTool, part);
  const [first, second, ...rest] = path;
  if (first === 'name' && part === 'value') return declares(kind === 'server' || kind === 'skill' ? kind : undefined);
  if (kind === 'server' && part === 'key' && second !== undefined && rest.length === 0)
    return declares(memberOf(first));
  if (kind === 'config' && first === 'rules' && part === 'key' && second !== undefined) return uses('rule');
  if (isArgument(path, part)) return uses('parameter');
  if (kind === 'skill' || kind === 'config') return uses(inLists(path));
  // A variable of the URI of a resource.
  const isCompletion = first === 'resources' && rest.length === 2 && rest[0] === 'complete';
  return uses(part === 'value' ? inServer(path) : isCompletion ? 'parameter' : undefined);
}

/** Of what a server offers or starts. */
function inServer(path: NodePath): NamedKind | undefined {
  const [first, , third, fourth] = path;
  if (first === 'resources' && third === 'tool') return 'tool';
  if (first === 'prompts' && third === 'skill') return 'skill';
  if ((first === 'programs' || first === 'upstreams') && third === 'env' && path.length === 4)
    return typeof fourth === 'number' ? 'env' : undefined;
  return schemaUse(path);
}

/** An argument of a call that a case expects, or that was made before it. */
function isArgument(path: NodePath, part: PairSide): boolean {
  const at = path.lastIndexOf('arguments');
  const inCase = path.slice(path.lastIndexOf('evals', at), at);
  const isOfCase = inCase.length === 2 || (inCase.length === 4 && inCase[2] === 'after');
  return part === 'key' && at > 0 && path.length === at + 2 && inCase[0] === 'evals' && isOfCase;
}

function namingInTool(path: NodePath, part: PairSide): Naming | undefined {
  const [first, second] = path;
  if (first === 'name') return declares('tool');
  if (first === 'server') return uses('server');
  if (first === 'parameters' && part === 'key' && path.length === 2) return declares('parameter');
  if (first === 'required' || first === 'at_least_one') return uses('parameter');
  if (isArgument(path, part)) return uses('parameter');
  if (first === 'ask') return uses(path.length === (part === 'key' ? 3 : 2) ? 'parameter' : undefined);
  if (first === 'deprecated' && part === 'key' && (second === 'via' || second === 'translate'))
    return uses(path.length === 3 ? 'parameter' : undefined);
  if (part === 'key' || second === undefined) return first === 'replaces' ? uses('tool') : undefined;
  if (first === 'replaces') return uses('tool');
  if (first === 'description' || first === 'deprecated') return uses(isToolKey(path) ? 'tool' : undefined);
  if (first === 'evals') return uses(inCase(path));
  const key = lastKey(path);
  // A variable that a program gets, or a folder that is the value of one.
  if ((first === 'command' || first === 'handler') && (key === 'env' || key === 'folders'))
    return uses(typeof path.at(-1) === 'number' ? 'env' : undefined);
  if (first === 'view') return uses(key === 'form' ? 'tool' : undefined);
  if (path.includes('result') && isArgumentRead(path)) return uses('parameter');
  const isMemberName = key === 'connection' || key === 'database' || key === 'upstream' || key === 'program';
  return uses(isMemberName && path.length === 2 ? key : schemaUse(path));
}

function isToolKey([first, second, third, fourth]: NodePath): boolean {
  if (first === 'deprecated') return second === 'use' || second === 'through';
  return second === 'instead' && typeof third === 'number' && fourth === 'use';
}

/** What a rule of a result reads of the call. */
function isArgumentRead(path: NodePath): boolean {
  const [above, key] = path.slice(-2);
  return key === 'argument' || (above === 'slice' && (key === 'start' || key === 'length'));
}

function inCase(path: NodePath): NamedKind | undefined {
  return ['expect', 'any_of', 'never', 'call'].includes(lastKey(path)) && !path.includes('arguments')
    ? 'tool'
    : undefined;
}

function inLists(path: NodePath): NamedKind | undefined {
  const key = lastKey(path);
  if (key === 'servers') return 'server';
  if (key === 'skills') return 'skill';
  if (key === 'allowed_tools' || (key === 'use' && path.includes('not_for'))) return 'tool';
  return path[0] === 'choices' ? inCase(path) : undefined;
}

/** `use:` of a schema. */
function schemaUse(path: NodePath): NamedKind | undefined {
  const isSchema = ['parameters', 'returns', 'definitions'].includes(String(path[0]));
  return isSchema && lastKey(path) === 'use' ? 'definition' : undefined;
}

function memberOf(key: string | number | undefined): MemberKind | undefined {
  return entriesOf(MEMBERS).find(([, list]) => list === key)?.[0];
}

function lastKey(path: NodePath): string {
  return String(path.findLast((step) => typeof step === 'string') ?? '');
}

function declares(kind: NamedKind | undefined): Naming | undefined {
  return kind && { kind, declares: true };
}

function uses(kind: NamedKind | undefined): Naming | undefined {
  return kind && { kind, declares: false };
}

type BehaviorPlace = 'template' | 'parameter' | 'env' | 'connection' | 'upstream' | 'database';

/** `path`: below the tool. */
export function behaviorPlace(part: ToolPart, path: NodePath, side: PairSide): BehaviorPlace | undefined {
  return placesOfTool(part).get(placeKey(path, side));
}

const placesOfTool = memoizeBy(({ spec }: ToolPart): ReadonlyMap<string, BehaviorPlace> => {
  const templates = toolTemplates(spec).map(({ path }) => [placeKey(path, 'value'), 'template'] as const);
  const named = allSteps(spec).flatMap(({ path, parts }) => {
    const translated = Object.keys(parts.translate ?? {}).map((name) => ({ path: ['translate', name], name }));
    return [
      ...[...parts.parameters, ...translated].map((one) => {
        const side = one.path.at(-1) === one.name ? 'key' : 'value';
        return [placeKey([...path, ...one.path], side), 'parameter'] as const;
      }),
      ...parts.variables.map(placeOf(path, 'env')),
      ...parts.connections.map(placeOf(path, 'connection')),
      ...parts.upstreams.map(placeOf(path, 'upstream')),
      ...parts.databases.map(placeOf(path, 'database')),
    ];
  });
  return new Map<string, BehaviorPlace>([...templates, ...named]);
});

function placeOf(step: NodePath, kind: BehaviorPlace) {
  return ({ path }: PlacedName): [string, BehaviorPlace] => [placeKey([...step, ...path], 'value'), kind];
}

function placeKey(path: NodePath, side: PairSide): string {
  return JSON.stringify([side, ...path]);
}

/** Keys of sentences. */
const PROSE = new Set(
  `description title does when case summary instructions error retry_hint messages context steps never example examples
  expected_behavior reason message`.split(/\s+/),
);

/** What is under these is sent, compared or returned to the letter. */
const LITERAL = new Set('json form query headers argv stdin default enum const result translate arguments'.split(' '));

/** Parts of a server that are sent or started. */
const CONNECTED = new Set(['connections', 'programs', 'databases', 'upstreams', 'auth']);

/** Texts of a tool that are no templates, whatever their braces. */
const NO_TEMPLATES = new Set(['name', 'description', 'title', 'parameters', 'returns', 'evals', 'replaces']);

export function isProse(kind: string, path: NodePath): boolean {
  const key = lastKey(path);
  const isText = key === 'text' && (kind === 'skill' || path[0] === 'prompts');
  const isLiteral = path.some((step) => LITERAL.has(String(step)));
  return kind !== 'config' && (PROSE.has(key) || isText) && !isLiteral;
}

/** Of a tool what no behavior fills in: what it asks the user, and the arguments of an adapter. */
export function isTemplateOfTool([first, second, third]: NodePath): boolean {
  return (
    first === 'confirm' || (first === 'ask' && third !== undefined) || (first === 'deprecated' && second === 'via')
  );
}

/** Of a tool that has errors, so that its templates are not known: all that can be one. */
export function mayBeTemplate(path: NodePath): boolean {
  return !NO_TEMPLATES.has(String(path[0])) && !PROSE.has(lastKey(path));
}

export function isTemplateOfServer(path: NodePath): boolean {
  return CONNECTED.has(String(path[0])) && !PROSE.has(lastKey(path));
}
