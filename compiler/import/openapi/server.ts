/** The document of a server: what it is for, its variables and its connections. */
import type { JsonObject } from '@haft/runtime/language';
import { snakeCase } from '../../check/names/snake-case.ts';
import { HOSTS } from '../../hosts/index.ts';
import type { Note } from '../../load/print-document.ts';
import type { ImportedDocument } from '../imported.ts';
import type { Connection } from './connections.ts';
import type { Environment } from './environment.ts';
import type { Losses } from './losses.ts';
import { cleaned, firstSentence, shortened } from './text.ts';
import { nodeOf, textAt } from './values.ts';
import type { RawNode } from './values.ts';

/** Characters; longer names leave too little for those of tools. */
const LONGEST_NAME = 24;

/** `Pet Store API (v3)` → pet-store. */
export function serverName(title: string): string {
  const words = snakeCase(title.normalize('NFKD').replaceAll(/\p{M}+|\([^)]*\)/gu, '')).split('_');
  const telling = words.filter((word) => word !== '' && !NOISE.has(word) && !/^v\d*$|^\d+$/.test(word));
  const used = telling.length > 0 ? telling : words.filter((word) => word !== '');
  let name = '';
  for (const word of used)
    if (name === '' || name.length + word.length < LONGEST_NAME) name = name === '' ? word : `${name}-${word}`;
  const cut = name.slice(0, LONGEST_NAME).replace(/(?<!-)-+$/, '') || 'service';
  return isReserved(cut) ? `${cut}-api` : cut;
}

const NOISE: ReadonlySet<string> = new Set(
  'api apis rest http web service services openapi swagger specification spec public reference documentation the of for and version'.split(
    ' ',
  ),
);

function isReserved(name: string): boolean {
  return HOSTS.some(({ reservedServers }) => reservedServers.includes(name));
}

interface ServerParts {
  readonly root: RawNode;
  readonly name: string;
  readonly title: string;
  /** One tag of the document, where each has a server. */
  readonly tag?: string;
  readonly environment: Environment;
  readonly connections: readonly Connection[];
  readonly losses: Losses;
}

export function titleOf(root: RawNode): string {
  return shortened(cleaned(textAt(nodeOf(root['info']), 'title') ?? 'the service'), 60) || 'the service';
}

export function serverDocument(parts: ServerParts): Omit<ImportedDocument, 'file'> {
  const { root, name, title, tag, environment, connections } = parts;
  const env = environment.all();
  const value = {
    kind: 'server',
    from: tag === undefined ? 'openapi' : `openapi#${tag}`,
    name,
    version: '1.0.0',
    title,
    summary: summaryOf(root, title, tag),
    ...(Object.keys(env).length > 0 && { env: env as unknown as JsonObject }),
    connections: Object.fromEntries(connections.map((connection) => [connection.name, connection.spec])),
  };
  return { value, notes: connections.flatMap((connection) => notesOf(connection, parts)) };
}

function summaryOf(root: RawNode, title: string, tag: string | undefined): string {
  if (tag !== undefined) return `Tools for ${cleaned(tag)}.`;
  const info = nodeOf(root['info']);
  const sentences = ['summary', 'description'].map((key) => firstSentence(textAt(info, key), 240));
  const about = [...new Set(sentences)].filter((sentence) => sentence !== '').join(' ');
  return about === '' ? `Tools for ${title}.` : shortened(about, 240);
}

function notesOf({ name, base, requirement }: Connection, { losses }: ServerParts): Note[] {
  const path = ['connections', name];
  const notes: Note[] = [];
  const todo = (at: readonly string[], subject: string, message: string, hint: string): void => {
    notes.push({ path: [...path, ...at], text: `TODO ${message} ${hint}` });
    losses.add({ kind: 'todo', subject, from: `connection ${name}`, message, hint });
  };
  if (base.todo !== undefined) todo(['base_url'], 'addresses', base.todo, 'Check the address.');
  const inHeader = requirement.filter(({ kind }) => kind !== 'key');
  if (inHeader.length > 1)
    todo(
      [],
      'credentials',
      `The service asks for ${inHeader.map(({ id }) => cleaned(id)).join(' and ')} at once.`,
      'One of them is sent: check which one.',
    );
  for (const scheme of requirement) {
    if (scheme.kind === 'unknown')
      todo(
        [],
        'credentials',
        `The scheme "${cleaned(scheme.id)}" is not supported; a bearer token is sent.`,
        'Change the headers, or write the tools with a handler.',
      );
    if (scheme.kind === 'user') {
      const where =
        scheme.authorizeAt === undefined ? '' : ` (${cleaned(scheme.authorizeAt.replace(/^https?:\/\//, ''))})`;
      todo(
        ['headers'],
        'credentials',
        `The service gives tokens to users who log in${where}.`,
        'Use `auth: { refresh_token: … }`, or get a token and set the variable.',
      );
    }
  }
  return notes;
}
