/** References in collections. */
import type { Handlers } from '../../../generated/servers/reference-manager/tools.ts';
import { changeItems } from './library/change-items.ts';
import { textsAt } from './library/wire.ts';

/** Handler of the tool `add_to_collection`. */
export const addToCollection: Handlers['addToCollection'] = async ({ collection_key, item_keys, ...library }, call) => {
  const outcome = await changeItems(call, {
    library,
    itemKeys: item_keys,
    collectionKeys: [collection_key],
    of: (data) => {
      const before = textsAt(data, 'collections');
      return before.includes(collection_key) ? undefined : { collections: [...before, collection_key] };
    },
  });
  return 'error' in outcome ? outcome : { collection_key, item_keys, ...outcome };
};

/** Handler of the tool `move_to_collection`. */
export const moveToCollection: Handlers['moveToCollection'] = async (args, call) => {
  const { library, group_id, ...rest } = args;
  const { from_collection_key: from, to_collection_key: to, item_keys } = rest;
  if (from === to) {
    return call.fail(
      'Both collections are the same, so nothing was moved.',
      'Give two different keys.',
      'same_collection',
    );
  }
  const outcome = await changeItems(call, {
    library: { library, group_id },
    itemKeys: item_keys,
    collectionKeys: [from, to],
    of: (data) => {
      const before = textsAt(data, 'collections');
      const after = [...before.filter((key) => key !== from && key !== to), to];
      if (before.includes(from)) return { collections: after };
      if (before.includes(to)) return undefined;
      return call.fail(
        `A reference is not in the collection ${from}, so nothing was moved.`,
        'See with get_reference where each of them is; use add_to_collection for those that are nowhere yet.',
        'not_in_collection',
      );
    },
  });
  return 'error' in outcome ? outcome : { ...rest, ...outcome };
};
