/** A new reference. */
import type { JsonObject, ToolFailure } from '@haft/runtime';
import type {
  CreateReferenceArguments,
  CreateReferenceResult,
  Handlers,
} from '../../../generated/servers/reference-manager/tools.ts';
import { FIELDS, WITH_EDITORS, fieldsOf } from './library/fields.ts';
import { inLibrary } from './library/library.ts';
import { failureIn, isFailure, keyIn } from './library/report.ts';
import type { ToolCall } from './library/wire.ts';

/** The kinds of work that have a field for a DOI in every version; for the others it stands in the extra field. */
const WITH_DOI: ReadonlySet<string> = new Set(['journalArticle', 'conferencePaper', 'preprint']);

/**
 * By library and reference, tokens of writes whose answer never came. Whoever asks for the same reference again sends the
 * same token, so that it cannot come into the library twice.
 */
const unanswered = new Map<string, string>();

/** Handler of the tool `create_reference`. */
export const createReference: Handlers['createReference'] = (args, call) =>
  inLibrary<CreateReferenceResult>(call, args, async (library) => {
    const item = itemOf(args, call);
    if (isFailure(item)) return item;
    const leave = await library.unlock();
    if (typeof leave === 'object') return leave;
    const wish = JSON.stringify([library.name, args]);
    const token = unanswered.get(wish) ?? crypto.randomUUID().replaceAll('-', '');
    unanswered.set(wish, token);
    const reply = await library.write([item], token);
    if ('error' in reply) return reply;
    unanswered.delete(wish);
    if (reply.status === 412 && reply.text.includes('token')) return savedBefore(call);
    if (reply.failure !== undefined) return reply.status === 401 ? { again: reply.failure } : reply.failure;
    const key = keyIn(reply, 0);
    return key === undefined ? notAccepted(call, failureIn(reply, 0)?.message) : { key, written_to: library.name };
  });

function savedBefore(call: ToolCall): ToolFailure {
  return call.fail(
    'This reference came into the library with the call before, whose answer was lost; it was not saved a second time.',
    'Tell the user that it is saved; search_references finds its key.',
    'saved_before',
  );
}

function notAccepted(call: ToolCall, reason = 'no reason was given'): ToolFailure {
  return call.fail(
    `The reference manager did not accept the reference: ${reason}.`,
    'Correct what the message names and try again; list_collections gives valid collection keys.',
    'not_accepted',
  );
}

/** An item as the reference manager takes it, or why there is none of this kind. */
function itemOf(args: CreateReferenceArguments, call: ToolCall): JsonObject | ToolFailure {
  const { item_type, title, authors, editors, date, url, abstract, doi, collection_keys } = args;
  if (editors.length > 0 && !WITH_EDITORS.has(item_type)) return noSuchField(call, item_type, 'editors');
  const fields = fieldsOf(args);
  if ('strange' in fields) return noSuchField(call, item_type, fields.strange);
  return {
    itemType: item_type,
    title,
    creators: [
      ...authors.map((person) => creatorOf(person, 'author')),
      ...editors.map((person) => creatorOf(person, 'editor')),
    ],
    date,
    url,
    abstractNote: abstract,
    ...fields,
    ...(doi !== undefined && (WITH_DOI.has(item_type) ? { DOI: doi } : { extra: `DOI: ${doi}` })),
    collections: collection_keys,
  };
}

function creatorOf({ family_name, given_name }: CreateReferenceArguments['authors'][number], creatorType: string) {
  const name = given_name === '' ? { name: family_name } : { lastName: family_name, firstName: given_name };
  return { creatorType, ...name };
}

function noSuchField(call: ToolCall, type: CreateReferenceArguments['item_type'], field: string): ToolFailure {
  const names = [...Object.keys(FIELDS[type]), ...(WITH_EDITORS.has(type) ? ['editors'] : [])].join(', ');
  return call.fail(
    `A ${type} has no field for "${field}", so nothing was saved.`,
    `Leave "${field}" out, or choose the item_type that fits the work. Beside title, authors, date, url, abstract and doi, a ${type} takes: ${names}.`,
    'field_not_allowed',
  );
}
