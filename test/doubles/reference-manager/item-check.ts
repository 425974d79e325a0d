import { isKey, isObject } from './item.ts';
import type { Item, JsonObject } from './item.ts';
import { ALL_CREATORS, ALL_FIELDS, ITEM_TYPES, SCHEMA } from './schema.ts';
import type { Store } from './store.ts';

/** Why one object of a write was not taken. */
export interface Problem {
  code: number;
  message: string;
  data?: JsonObject;
}

const invalid = (message: string): Problem => ({ code: 400, message });

const BOOKKEEPING: ReadonlySet<string> = new Set([
  'key',
  'version',
  'itemType',
  'deleted',
  'inPublications',
  'dateAdded',
  'dateModified',
]);
const ATTACHMENT: ReadonlySet<string> = new Set([
  'linkMode',
  'contentType',
  'charset',
  'filename',
  'md5',
  'mtime',
  'path',
]);

function creatorProblem(creator: unknown, itemType: string, lonelyAndNew: boolean): Problem | undefined {
  if (!isObject(creator) || creator['creatorType'] === undefined)
    return invalid("creator object must contain 'creatorType'");
  const filled = ['name', 'firstName', 'lastName'].some((part) => String(creator[part] ?? '').trim() !== '');
  if (!filled && !lonelyAndNew) return invalid("creator object must contain 'firstName'/'lastName' or 'name'");
  const type = String(creator['creatorType']);
  if (!ALL_CREATORS.has(type)) return invalid(`'${type}' is not a valid creator type`);
  if (type !== 'author' && SCHEMA[itemType]?.creators.includes(type) !== true) {
    return invalid(`'${type}' is not a valid creator type for item type '${itemType}'`);
  }
  const [first, last] = [creator['firstName'] !== undefined, creator['lastName'] !== undefined];
  if (first && !last) return invalid("'lastName' creator field must be set if 'firstName' is set");
  if (last && !first) return invalid("'firstName' creator field must be set if 'lastName' is set");
  if (first && creator['name'] !== undefined)
    return invalid("'firstName' and 'name' creator fields are mutually exclusive");
  const extra = Object.keys(creator).find((part) => !['creatorType', 'name', 'firstName', 'lastName'].includes(part));
  return extra === undefined ? undefined : invalid(`Invalid creator property '${extra}'`);
}

function tagProblem(tag: unknown): Problem | undefined {
  if (!isObject(tag)) return invalid('Tag must be an object');
  const extra = Object.keys(tag).find((part) => part !== 'tag' && part !== 'type');
  if (extra !== undefined) return invalid(`Invalid tag property '${extra}'`);
  return Object.keys(tag).length === 0 ? invalid('Tag object is empty') : undefined;
}

function collectionProblem(key: unknown, store: Store): Problem | undefined {
  if (!isKey(key)) return invalid(`'${String(key)}' is not a valid collection key`);
  if (store.collections.has(key)) return undefined;
  return { code: 409, message: `Collection ${key} not found`, data: { collection: key } };
}

function listProblem(
  name: string,
  value: unknown,
  check: (entry: unknown) => Problem | undefined,
): Problem | undefined {
  if (!Array.isArray(value)) return invalid(`'${name}' property must be an array`);
  return value.map((entry) => check(entry)).find((problem) => problem !== undefined);
}

function parentProblem(value: unknown, itemType: string, store: Store): Problem | undefined {
  if (value === false) return undefined;
  if (!isKey(value)) return invalid("'parentItem' must be a valid item key or false");
  if (!['note', 'attachment', 'annotation'].includes(itemType))
    return invalid('Child item must be note, attachment, or annotation');
  const parent = store.items.get(value);
  if (parent === undefined)
    return { code: 409, message: `Parent item ${value} not found`, data: { parentItem: value } };
  if (SCHEMA[parent.itemType]?.creators.length !== 0) return undefined;
  return { code: 409, message: 'Parent item cannot be a note or attachment', data: { parentItem: value } };
}

function fieldProblem(name: string, value: unknown, itemType: string): Problem | undefined {
  if (ATTACHMENT.has(name)) {
    return itemType === 'attachment' ? undefined : invalid(`'${name}' is valid only for attachment items`);
  }
  if (!ALL_FIELDS.has(name)) return invalid(`Invalid property '${name}'`);
  if (Array.isArray(value)) return invalid(`Unexpected array for property '${name}'`);
  if (value === '' || SCHEMA[itemType]?.fields.includes(name) !== false) return undefined;
  return invalid(`'${name}' is not a valid field for type '${itemType}'`);
}

/** The first thing that is wrong with an item somebody wants to store. */
export function itemProblem(
  json: JsonObject,
  store: Store,
  existing: Item | undefined,
  partial: boolean,
): Problem | undefined {
  const required =
    json['itemType'] === 'attachment'
      ? ['linkMode']
      : ['itemType', ...(existing ? ['tags', 'relations', 'collections'] : [])];
  const missing = partial ? undefined : required.find((name) => json[name] === undefined);
  if (missing !== undefined) return invalid(`'${missing}' property not provided`);
  const itemType = String(json['itemType'] ?? existing?.itemType);
  if (!ITEM_TYPES.includes(itemType)) return invalid(`'${itemType}' is not a valid itemType`);
  const child = json['parentItem'] !== undefined ? json['parentItem'] !== false : existing?.parentItem !== undefined;
  const problems = Object.entries(json).map(([name, value]): Problem | undefined => {
    if (BOOKKEEPING.has(name)) return undefined;
    switch (name) {
      case 'parentItem': {
        return parentProblem(value, itemType, store);
      }
      case 'creators': {
        const lonely = existing === undefined && Array.isArray(value) && value.length === 1;
        return listProblem(name, value, (entry) => creatorProblem(entry, itemType, lonely));
      }
      case 'tags': {
        return listProblem(name, value, tagProblem);
      }
      case 'collections': {
        if (child && Array.isArray(value) && value.length > 0)
          return invalid('Child items cannot be assigned to collections');
        return listProblem(name, value, (entry) => collectionProblem(entry, store));
      }
      case 'relations': {
        return isObject(value) || (Array.isArray(value) && value.length === 0)
          ? undefined
          : invalid("'relations' property must be an object");
      }
      case 'note': {
        return SCHEMA[itemType]?.creators.length === 0
          ? undefined
          : invalid("'note' property is valid only for note and attachment items");
      }
      default: {
        return fieldProblem(name, value, itemType);
      }
    }
  });
  return problems.find((problem) => problem !== undefined);
}
