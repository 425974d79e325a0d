/** The document of a server: what it is for, its variables and its connections. */
import type { JsonObject } from '@haft/runtime/language';
import type { YamlComment } from '../../../spec/yaml/print-document.ts';
import type { ImportedDocument } from '../imported.ts';
import type { Connection } from './connections.ts';
import type { ServerContext } from './context.ts';
import { cleaned, firstSentence, shortened } from './text.ts';
import { nodeOf, textAt } from './values.ts';
import type { RawNode } from './values.ts';
import { isRejected } from '../literal.ts';

export function titleOf(root: RawNode): string {
  return shortened(cleaned(textAt(nodeOf(root['info']), 'title') ?? 'the service'), 60) || 'the service';
}

/** `tag`: one of the document, where each has a server. */
export function serverDocument(
  connections: readonly Connection[],
  context: ServerContext,
  tag?: string,
): Omit<ImportedDocument, 'file'> {
  const { server, title } = context;
  const env = context.environment.all();
  const value = {
    kind: 'server',
    from: tag === undefined ? 'openapi' : `openapi#${tag}`,
    name: server,
    version: '1.0.0',
    title,
    summary: tag === undefined ? summaryOf(context) : `Tools for ${cleaned(tag)}.`,
    ...(Object.keys(env).length > 0 && { env: env as unknown as JsonObject }),
    connections: Object.fromEntries(connections.map((connection) => [connection.name, connection.spec])),
  };
  return { value, notes: connections.flatMap((connection) => notesOf(connection, context)) };
}

function summaryOf({ root, title, losses }: ServerContext): string {
  const info = nodeOf(root['info']);
  const sentences = ['summary', 'description'].map((key) => firstSentence(textAt(info, key), 240));
  const about = [...new Set(sentences)].filter((sentence) => sentence !== '').join(' ');
  const own = [shortened(about, 240), `Tools for ${title}.`].find((text) => text !== '' && !isRejected(text));
  if (isRejected(about)) {
    const message = 'The description of the service is left out: `haft compile` would reject it.';
    losses.add('lossy', 'openapi', 'descriptions of services', message, 'Write a `summary` for the server.');
  }
  return own ?? 'Tools of an HTTP API.';
}

/** What the author has to look at, as comments and as losses. */
function notesOf({ name, base, requirement }: Connection, { losses }: ServerContext): YamlComment[] {
  const notes: YamlComment[] = [];
  const todo = (key: string | undefined, subject: string, message: string, hint: string): void => {
    notes.push({ path: ['connections', name, ...(key === undefined ? [] : [key])], text: `TODO ${message} ${hint}` });
    losses.add('todo', `connection ${name}`, subject, message, hint);
  };
  if (base.todo !== undefined) todo('base_url', 'addresses', base.todo, 'Check the address.');
  const inHeader = requirement.filter(({ kind }) => kind !== 'key');
  if (inHeader.length > 1) {
    const schemes = inHeader.map(({ id }) => cleaned(id)).join(' and ');
    const message = `The service requires ${schemes} at once.`;
    todo(undefined, 'credentials', message, 'One of them is sent: check which one.');
  }
  for (const scheme of requirement) {
    if (scheme.kind === 'unknown') {
      const message = `The scheme "${cleaned(scheme.id)}" is not supported; a bearer token is sent.`;
      todo(undefined, 'credentials', message, 'Change the headers, or write the tools with a handler.');
    }
    if (scheme.kind === 'user') {
      const address = scheme.authorizeAt?.replace(/^https?:\/\//, '');
      const where = address === undefined ? '' : ` (${cleaned(address)})`;
      const message = `The service gives tokens to users who log in${where}.`;
      todo('headers', 'credentials', message, 'Use `auth: { refresh_token: … }`, or get a token and set the variable.');
    }
  }
  return notes;
}
