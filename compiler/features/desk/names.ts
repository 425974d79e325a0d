/** The places of documents that name something: one table for completion, definition, references and renaming. */
import { entriesOf } from '../../base/json.ts';
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
  if (kind === 'skill' || kind === 'config') return uses(inLists(path));
  return uses(schemaUse(path));
}

function namingInTool(path: NodePath, part: PairSide): Naming | undefined {
  const [first, second, third] = path;
  if (first === 'name') return declares('tool');
  if (first === 'server') return uses('server');
  if (first === 'parameters' && part === 'key' && path.length === 2) return declares('parameter');
  if (first === 'required' || first === 'at_least_one') return uses('parameter');
  if (first === 'evals' && third === 'arguments' && path.length === 4 && part === 'key') return uses('parameter');
  if (part === 'key' || second === undefined) return first === 'replaces' ? uses('tool') : undefined;
  if (first === 'replaces') return uses('tool');
  if (first === 'description' || first === 'deprecated')
    return uses(lastKey(path) === 'use' || lastKey(path) === 'through' ? 'tool' : undefined);
  if (first === 'evals') return uses(inCase(path));
  const key = lastKey(path);
  const isMemberName = key === 'connection' || key === 'database' || key === 'upstream' || key === 'program';
  return uses(isMemberName && path.length === 2 ? key : schemaUse(path));
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
