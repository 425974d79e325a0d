/** References in a citation style. */
import type { ServiceReply, ToolFailure } from '@haft/runtime';
import type { Handlers } from '../../../generated/servers/reference-manager/tools.ts';
import { placeOf } from './library/whose.ts';
import { plainText } from './library/wire.ts';
import type { ToolCall } from './library/wire.ts';

/** Handler of the tool `get_bibliography`. */
export const getBibliography: Handlers['getBibliography'] = async ({ item_keys, style, ...library }, call) => {
  const place = placeOf(library, 0, call);
  if (typeof place !== 'string') return place;
  const wanted = [...new Set(item_keys)];
  const items = { path: `${place}/items/top`, query: { itemKey: wanted.join(','), limit: wanted.length } };
  const reply = await call.request('local', { ...items, query: { ...items.query, format: 'bib', style } });
  if ('error' in reply) return reply;
  if (reply.failure !== undefined) return isUnknownStyle(reply) ? unknownStyle(call, style) : reply.failure;
  const entries = entriesOf(reply.text);
  if (entries.length === wanted.length) return { style, total: entries.length, entries };
  const keys = await call.request('local', { ...items, query: { ...items.query, format: 'keys' } });
  if ('error' in keys) return keys;
  if (keys.failure !== undefined) return keys.failure;
  const found = new Set(keys.text.split('\n'));
  return notInLibrary(
    call,
    wanted.filter((key) => !found.has(key)),
  );
};

/** An entry may hold further elements, such as its number and its text: it ends where the next one begins. */
function entriesOf(html: string): string[] {
  const [, ...entries] = html.split(/<div\b(?=[^<>]*\bclass="csl-entry")[^<>]*>/);
  return entries.map(plainText).filter((entry) => entry !== '');
}

function isUnknownStyle({ status, text }: ServiceReply): boolean {
  return status === 400 && text.includes('style');
}

function unknownStyle(call: ToolCall, style: string): ToolFailure {
  return call.fail(
    `There is no citation style with the short name "${style}", or it could not be downloaded.`,
    'Use a short name such as apa, modern-language-association, chicago-author-date, ieee, nature or vancouver, or ask the user for the exact style.',
    'unknown_style',
  );
}

function notInLibrary(call: ToolCall, keys: readonly string[]): ToolFailure {
  const which =
    keys.length === 0 ? 'some of them can be no entry of a bibliography' : `these are not: ${keys.join(', ')}`;
  return call.fail(
    `Not all keys are those of references in the library; ${which}.`,
    'Leave those out, or get item keys from search_references; keys of attachments and notes have no entry.',
    'not_found',
  );
}
