/** Tags on references. */
import type { Json } from '@haft/runtime';
import type { Handlers } from '../../../generated/servers/reference-manager/tools.ts';
import { changeItems } from './library/change-items.ts';
import { at, listAt } from './library/wire.ts';

const nameOf = (tag: Json): Json | undefined => at(tag, 'tag');

/** Handler of the tool `add_tags`. */
export const addTags: Handlers['addTags'] = async ({ item_keys, tags, ...library }, call) => {
  const outcome = await changeItems(call, {
    library,
    itemKeys: item_keys,
    of: (data) => {
      const before = listAt(data, 'tags');
      const names = new Set(before.map(nameOf));
      const missing = [...new Set(tags)].filter((tag) => !names.has(tag));
      return missing.length === 0 ? undefined : { tags: [...before, ...missing.map((tag) => ({ tag }))] };
    },
  });
  return 'error' in outcome ? outcome : { item_keys, tags, ...outcome };
};

/** Handler of the tool `remove_tags`. */
export const removeTags: Handlers['removeTags'] = async ({ item_keys, tags, ...library }, call) => {
  const unwanted: ReadonlySet<Json | undefined> = new Set(tags);
  const outcome = await changeItems(call, {
    library,
    itemKeys: item_keys,
    of: (data) => {
      const before = listAt(data, 'tags');
      const after = before.filter((tag) => !unwanted.has(nameOf(tag)));
      return after.length === before.length ? undefined : { tags: after };
    },
  });
  return 'error' in outcome ? outcome : { item_keys, tags, ...outcome };
};
