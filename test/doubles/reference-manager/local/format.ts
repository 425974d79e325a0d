import { bibliography } from '../citation.ts';
import type { Item, JsonObject } from '../item.ts';
import { citationHtml } from '../response-json.ts';
import { empty, json, text } from '../../wire.ts';
import type { Reply } from '../../wire.ts';
import type { Entity } from '../entity.ts';
import type { LocalCall } from './context.ts';

/** Export formats the real thing has and the double has not. */
const EXPORTS: ReadonlySet<string> = new Set([
  'bibtex',
  'biblatex',
  'bookmarks',
  'coins',
  'csljson',
  'csv',
  'mods',
  'refer',
  'rdf_bibliontology',
  'rdf_dc',
  'rdf_zotero',
  'ris',
  'tei',
  'wikipedia',
]);

/** Citation styles taken as installed; any other would be downloaded, which fails here. */
const STYLES: ReadonlySet<string> = new Set([
  'chicago-shortened-notes-bibliography',
  'chicago-note-bibliography',
  'chicago-author-date',
  'apa',
  'ieee',
  'modern-language-association',
  'nature',
  'vancouver',
]);

function itemsOf(data: Entity | Entity[]): Item[] {
  return (Array.isArray(data) ? data : [data]).flatMap(({ item }) => (item === undefined ? [] : [item]));
}

function badStyle({ request: { query } }: LocalCall): Reply | undefined {
  const style = query.get('style') || 'chicago-shortened-notes-bibliography';
  if (STYLES.has(style.replace(/^https?:\/\/www\.zotero\.org\/styles\//, ''))) return undefined;
  return text(400, `Invalid style: ${style} (HTTP 404)`);
}

function included(call: LocalCall, entity: Entity, wanted: readonly string[]): JsonObject {
  const { data, ...outer } = entity.json();
  const result: JsonObject = wanted.includes('data') && data !== undefined ? { ...outer, data } : outer;
  const { item } = entity;
  if (item !== undefined && wanted.includes('bib')) result['bib'] = bibliography([item]);
  if (item !== undefined && wanted.includes('citation')) result['citation'] = citationHtml(call.voice, item);
  return result;
}

function asJson(call: LocalCall, data: Entity | Entity[], headers: Reply['headers']): Reply {
  const wanted = (call.request.query.get('include') ?? 'data').split(',');
  const exported = wanted.find((format) => EXPORTS.has(format));
  if (exported !== undefined) call.journal.unknown(call.request, `include=${exported} is not in the double`);
  const problem = wanted.includes('bib') || wanted.includes('citation') ? badStyle(call) : undefined;
  if (problem !== undefined) return problem;
  const body = Array.isArray(data)
    ? data.map((entity) => included(call, entity, wanted))
    : included(call, data, wanted);
  return json(200, body, headers);
}

/** Writes found objects in the format that was asked for. */
export function formatted(call: LocalCall, data: Entity | Entity[], headers: Reply['headers']): Reply {
  const format = call.request.query.get('format');
  switch (format) {
    case null:
    case 'json': {
      return asJson(call, data, headers);
    }
    case 'atom': {
      return text(501, 'Local API does not support Atom output');
    }
    case 'bib': {
      return (
        badStyle(call) ?? {
          status: 200,
          headers: { ...headers, 'Content-Type': 'text/html' },
          body: bibliography(itemsOf(data)),
        }
      );
    }
    case 'keys': {
      if (!Array.isArray(data)) return text(400, 'Only multi-object requests can output keys');
      return text(200, data.map(({ key }) => key).join('\n'), headers);
    }
    case 'versions': {
      if (!Array.isArray(data)) return text(400, 'Only multi-object requests can output versions');
      return json(200, Object.fromEntries(data.map(({ key, version }) => [key, version])), headers);
    }
    default: {
      if (!EXPORTS.has(format)) return text(400, `Invalid 'format' value '${format}'`);
      call.journal.unknown(call.request, `format=${format} is not in the double`);
      return empty(500);
    }
  }
}
