/** Reads the text of an OpenAPI document: JSON first, since large documents are JSON, then YAML. */
import { readJson } from '../../../plan/read-json.ts';
import { isObject } from '@haft/runtime/language';
import type { Unreadable } from '../imported.ts';
import { unreadable } from '../builders.ts';
import { readYaml } from '../read-yaml.ts';
import type { ReferenceSource } from './pointers.ts';
import { upgradedRoot } from './swagger.ts';
import { entriesOf, type RawNode, textAt } from './values.ts';

/** A document, and what its references may lead to. */
export interface OpenapiSource extends ReferenceSource {
  /** The document as text, or its value as `readValue` returned it. */
  readonly text?: string;
  readonly value?: unknown;
}

interface ReadDocument {
  readonly kind: 'document';
  /** Of version 2.0. */
  readonly isSwagger: boolean;
  /** As version 3 has it. */
  readonly root: RawNode;
  /** As it is: references lead into it. */
  readonly written: RawNode;
}

/** Bytes are limited by the edge; here, what JSON and YAML make of them. */
export function readSource({ text, value: content, name }: OpenapiSource): ReadDocument | Unreadable {
  const value = content ?? readValue(text ?? '', name);
  if (!isObject(value)) return isUnreadable(value) ? value : notOpenapi(name, 'It is not a map.');
  return documentOf(value, name);
}

/** The value of a JSON or YAML text, for other files of a description as well. */
export function readValue(text: string, name: string): unknown {
  const start = wellFormed(text.replace(/^\uFEFF/, ''));
  const read = readJson(start);
  if ('value' in read && !hasDuplicateKeys(start, read.value)) return read.value;
  // A flow map of YAML has keys without quotes, or comments.
  if ('problem' in read && /^\s*[{[]/.test(start) && !/^\s*[{[]\s*(?:#|[A-Za-z'])/.test(start))
    return unreadable(`"${name}" is not valid JSON: ${read.problem}.`, 'Check that the file is complete.');
  const values = readYaml(start, name, 'an OpenAPI document');
  if ('kind' in values || values.length === 1) return 'kind' in values ? values : values[0];
  const message = `"${name}" must be one YAML document, got ${values.length} documents.`;
  return unreadable(message, 'Save each document as a file, and import one of them.');
}

/** `JSON.parse` keeps the last of two equal keys, and says nothing. */
function hasDuplicateKeys(text: string, value: unknown): boolean {
  // Without escapes, every other piece is a string; a key is followed by a colon.
  const pieces = text.replaceAll(/\\./g, '').split('"');
  let keys = pieces.filter((piece, n) => n > 0 && n % 2 === 0 && /^\s*:/.test(piece)).length;
  const pending: unknown[] = [value];
  while (pending.length > 0) {
    const node = pending.pop();
    if (typeof node !== 'object' || node === null) continue;
    const inner = Object.values(node);
    if (!Array.isArray(node)) keys -= inner.length;
    for (const one of inner) pending.push(one);
  }
  return keys > 0;
}

/** Escaped halves of characters become the sign for what cannot be read: no text of a spec may have them. */
function wellFormed(text: string): string {
  if (!/\\ud[89a-f]/i.test(text)) return text.toWellFormed();
  return text
    .toWellFormed()
    .replaceAll(/\\ud[89ab][\da-f]{2}\\ud[c-f][\da-f]{2}|\\ud[89a-f][\da-f]{2}/gi, (escape) =>
      escape.length > 6 ? escape : String.raw`\ufffd`,
    );
}

export function isUnreadable(value: unknown): value is Unreadable & Record<string, unknown> {
  return isObject(value) && value['kind'] === 'unreadable' && typeof value['hint'] === 'string';
}

function documentOf(value: RawNode, name: string): ReadDocument | Unreadable {
  if (isUnreadable(value)) return value;
  const version = versionOf(value);
  if (version === undefined) return notOpenapi(name, `\`openapi\` is ${versionText(value)}.`);
  const isSwagger = version === 2;
  if (entriesOf(value['paths']).length > 0)
    return { kind: 'document', isSwagger, root: isSwagger ? upgradedRoot(value) : value, written: value };
  const message = `"${name}" has no operations: \`paths\` is ${'paths' in value ? 'empty' : 'missing'}.`;
  return unreadable(message, 'Import the document that has the paths.');
}

/** The major one, of those that are known. */
function versionOf(value: RawNode): 2 | 3 | undefined {
  const version = value['openapi'] ?? value['swagger'];
  const text = typeof version === 'number' ? version.toFixed(1) : String(version);
  if (text.startsWith('2')) return 2;
  return /^3\.[012]/.test(text) ? 3 : undefined;
}

function versionText(value: RawNode): string {
  const version = textAt(value, 'openapi') ?? textAt(value, 'swagger');
  return version === undefined ? 'missing' : JSON.stringify(version.slice(0, 40));
}

function notOpenapi(name: string, reason: string): Unreadable {
  const message = `"${name}" must be an OpenAPI document of version 2.0, 3.0, 3.1 or 3.2. ${reason}`;
  return unreadable(message, 'Check that the file has `openapi: 3.…` or `swagger: "2.0"` at its top.');
}
