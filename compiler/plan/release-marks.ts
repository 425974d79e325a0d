/** The release in which each part of a contract got its current content: tells two releases under one version apart. */
import { textHash } from './hash.ts';
import type { ReleaseMarks } from './model.ts';

/** One part of a contract that is released, compared and merged as a whole. */
export interface ContractPart {
  readonly key: string;
  /** Its server or skill, whose version it was released under. */
  readonly owner: string;
  readonly version: string;
  readonly content: object;
}

/** `server clock`, `server clock tool get_time`, `skill trip`. */
export function markKey(kind: 'server' | 'skill', owner: string, tool?: string): string {
  return tool === undefined ? `${kind} ${owner}` : `${kind} ${owner} tool ${tool}`;
}

/** The parts of a Plan as a contract stores them. The version is not part of the content. */
export function partsOf({ servers, skills }: Released): ContractPart[] {
  return [...servers.flatMap(serverParts), ...skills.map(skillPart)];
}

interface Versioned {
  readonly name: string;
  readonly version: string;
}

interface ReleasedServer extends Versioned {
  readonly tools: readonly { readonly name: string }[];
}

interface Released {
  readonly servers: readonly ReleasedServer[];
  readonly skills: readonly Versioned[];
}

function serverParts({ tools, version, ...head }: ReleasedServer): ContractPart[] {
  const owner = markKey('server', head.name);
  return [
    { key: owner, owner, version, content: head },
    ...tools.map((content) => ({ key: markKey('server', head.name, content.name), owner, version, content })),
  ];
}

function skillPart({ version, ...content }: Versioned): ContractPart {
  const key = markKey('skill', content.name);
  return { key, owner: key, version, content };
}

/** Parts that did not change keep their mark; the first release needs none. */
export function marksOf(
  parts: readonly ContractPart[],
  before: readonly ContractPart[],
  old: ReleaseMarks,
): ReleaseMarks {
  if (before.length === 0) return {};
  const released = new Map(before.map((part) => [part.key, JSON.stringify(part.content)]));
  const hashes = new Map<string, string>();
  for (const { owner, content } of parts) hashes.set(owner, `${hashes.get(owner) ?? ''}${JSON.stringify(content)}`);
  return Object.fromEntries(
    parts.flatMap(({ key, owner, version, content }) => {
      const isUnchanged = released.get(key) === JSON.stringify(content);
      const mark = isUnchanged ? old[key] : `${version} ${textHash(hashes.get(owner) ?? '')}`;
      return mark === undefined ? [] : [[key, mark]];
    }),
  );
}

interface Mark {
  readonly version: string;
  readonly hash: string;
}

export function readMark(mark: string): Mark[] {
  return mark.split(' + ').map((one) => {
    const [version = '', hash = ''] = one.split(' ');
    return { version, hash };
  });
}
