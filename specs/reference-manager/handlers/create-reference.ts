/** A new reference. */
import type {
  CreateReferenceArguments,
  CreateReferenceResult,
  Handlers,
} from '../../../generated/servers/reference-manager/tools.ts';
import { inLibrary } from './library/library.ts';
import { failureIn, keyIn } from './library/report.ts';

/** The kinds of work that have a field for a DOI in every version; for the others it stands in the extra field. */
const WITH_DOI: ReadonlySet<string> = new Set(['journalArticle', 'conferencePaper', 'preprint']);

/** Handler of the tool `create_reference`. */
export const createReference: Handlers['createReference'] = (args, call) =>
  inLibrary<CreateReferenceResult>(call, async (library) => {
    const leave = await library.unlock();
    if (typeof leave === 'object') return leave;
    const reply = await library.write([itemOf(args)]);
    if ('error' in reply) return reply;
    if (reply.failure !== undefined) return reply.status === 401 ? { again: reply.failure } : reply.failure;
    const key = keyIn(reply, 0);
    if (key !== undefined) return { key, written_to: library.name };
    return call.fail(
      `The reference manager did not accept the reference: ${failureIn(reply, 0)?.message}.`,
      'Correct what the message names and try again; list_collections gives valid collection keys.',
      'not_accepted',
    );
  });

function itemOf({ item_type, title, authors, date, url, abstract, doi, collection_keys }: CreateReferenceArguments) {
  return {
    itemType: item_type,
    title,
    creators: authors.map(({ family_name, given_name }) => ({
      creatorType: 'author',
      ...(given_name === '' ? { name: family_name } : { lastName: family_name, firstName: given_name }),
    })),
    date,
    url,
    abstractNote: abstract,
    ...(doi !== undefined && (WITH_DOI.has(item_type) ? { DOI: doi } : { extra: `DOI: ${doi}` })),
    collections: collection_keys,
  };
}
