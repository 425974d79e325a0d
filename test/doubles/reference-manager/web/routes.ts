import { GROUP, READ_KEY, USER, WRITE_KEY } from '../constants.ts';
import { ALL_FIELDS, ITEM_TYPES, SCHEMA, localized } from '../schema.ts';
import { json, text } from '../../wire.ts';
import type { Reply } from '../../wire.ts';
import { addToCollection, removeFromCollection } from './collection-writes.ts';
import { isWrite, notAllowed, notInDouble, refuse } from './context.ts';
import type { WebCall } from './context.ts';
import { groupEntity } from '../entity.ts';
import { postItems, writeItem } from './item-writes.ts';
import { single } from './list.ts';
import { read } from './reads.ts';
import { newItem } from './templates.ts';

const SINGLE = ['HEAD', 'GET', 'PUT', 'PATCH', 'DELETE'];

function currentKey(call: WebCall): Reply {
  if (call.request.method !== 'GET') return notInDouble(call, 'changing keys');
  if (call.access === 'none') return refuse(403, 'Forbidden');
  const mayWrite = call.access === 'write';
  return json(200, {
    key: mayWrite ? WRITE_KEY : READ_KEY,
    userID: USER.id,
    username: USER.slug,
    displayName: USER.name,
    access: {
      user: { library: true, files: true, notes: true, ...(mayWrite ? { write: true } : {}) },
      groups: { all: { library: true, write: mayWrite } },
    },
  });
}

function write(call: WebCall): Reply {
  const { parts, request } = call;
  const { method } = request;
  const [kind, key, rest, item] = parts;
  if (call.access !== 'write') return refuse(403, 'Write access denied');
  if (kind === 'items' && key === undefined)
    return method === 'POST' ? postItems(call) : notInDouble(call, 'a multi-item DELETE');
  if (kind === 'items' && (key === 'top' || key === 'trash')) return notAllowed(['GET']);
  if (kind === 'items' && key !== undefined && rest === undefined)
    return method === 'POST' ? notAllowed(SINGLE) : writeItem(call, key);
  if (kind === 'collections' && key !== undefined && rest === 'items') {
    if (item === undefined) return method === 'POST' ? addToCollection(call, key) : notAllowed(['GET', 'POST']);
    if (item !== 'top') return method === 'DELETE' ? removeFromCollection(call, key, item) : notAllowed(['DELETE']);
  }
  return notInDouble(call, 'a write the double does not have');
}

function user(call: WebCall, id: string): Reply {
  if (Number(id) === 0) return refuse(400, 'Invalid user ID');
  if (Number(id) !== USER.id) return refuse(404, `User ${id} not found`);
  return isWrite(call.request) ? write(call) : read(call);
}

/** The rights in the group are those of the key: it was made for all groups. */
function group(call: WebCall, id: string): Reply {
  if (Number(id) !== GROUP.id) return refuse(404, 'Not found');
  const { voice, store } = call.group;
  if (call.parts.length === 0) return single(call, groupEntity(voice, store));
  const inGroup = { ...call, voice, store };
  return isWrite(call.request) ? write(inGroup) : read(inGroup);
}

/** Names with labels, for the type and field lists. */
function labels(property: string, names: readonly string[]): Reply {
  return json(
    200,
    names.map((name) => ({ [property]: name, localized: localized(name) })),
  );
}

function typeParts(call: WebCall, property: string, part: 'fields' | 'creators'): Reply {
  const itemType = call.request.query.get('itemType') ?? '';
  if (itemType === '') return refuse(400, "'itemType' not provided");
  if (!ITEM_TYPES.includes(itemType) || itemType === 'annotation')
    return refuse(400, `Invalid item type '${itemType}'`);
  const schema = SCHEMA[itemType];
  return schema === undefined ? notInDouble(call, `no field list for ${itemType}`) : labels(property, schema[part]);
}

/** Finds the address. */
export function route(call: WebCall): Reply {
  const [, first = '', second, ...rest] = call.request.path.split('/');
  if (first === 'users' && second !== undefined && rest.length > 0) return user({ ...call, parts: rest }, second);
  if (first === 'groups' && second !== undefined) return group({ ...call, parts: rest }, second);
  const path = call.request.path;
  if (path === '/') return text(200, 'Nothing to see here.');
  if (path === '/keys/current') return currentKey(call);
  if (path === '/items/new') return newItem(call);
  if (path === '/itemTypes') return labels('itemType', ITEM_TYPES);
  if (path === '/itemFields') return labels('field', [...ALL_FIELDS]);
  if (path === '/itemTypeFields') return typeParts(call, 'field', 'fields');
  if (path === '/itemTypeCreatorTypes') return typeParts(call, 'creatorType', 'creators');
  if (path === '/creatorFields') return labels('field', ['firstName', 'lastName', 'name']);
  call.options.journal.unknown(call.request, 'an address the double does not have');
  return refuse(404, 'Not found');
}
