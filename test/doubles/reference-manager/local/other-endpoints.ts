import { ALL_FIELDS, ITEM_TYPES, SCHEMA, localized } from '../schema.ts';
import { empty, json, text } from '../../wire.ts';
import type { LocalCall, Outcome } from './context.ts';
import { collectionEntity, groupEntity, searchEntity } from '../entity.ts';

const notFound = text(404, 'Not found');

/** `/api/`. */
export function root(): Outcome {
  return text(200, 'Nothing to see here.');
}

/** Collections: all, the top ones, or those inside another. */
export function collections(call: LocalCall): Outcome {
  const { collectionKey } = call.params;
  const all = [...call.store.collections.values()];
  if (collectionKey !== undefined && !call.store.collections.has(collectionKey)) {
    call.journal.unknown(call.request, 'subcollections of an unknown collection');
    return 'crash';
  }
  const parent = collectionKey ?? (call.request.path.endsWith('/top') ? false : undefined);
  const found = parent === undefined ? all : all.filter((collection) => collection.parent === parent);
  return { many: found.map((collection) => collectionEntity(call, collection)) };
}

/** One collection. */
export function collection(call: LocalCall): Outcome {
  const found = call.store.collections.get(call.params['collectionKey'] ?? '');
  return found === undefined ? notFound : { one: collectionEntity(call, found) };
}

/** The saved searches. */
export function searches(call: LocalCall): Outcome {
  return { many: [...call.store.searches.values()].map((search) => searchEntity(call, search)) };
}

/** One saved search. */
export function search(call: LocalCall): Outcome {
  const found = call.store.searches.get(call.params['searchKey'] ?? '');
  return found === undefined ? notFound : { one: searchEntity(call, found) };
}

/** The groups of this person: one. */
export function groups({ group }: LocalCall): Outcome {
  return { many: [groupEntity(group.voice, group.store)] };
}

/** The group itself. */
export function group({ group: found }: LocalCall): Outcome {
  return { one: groupEntity(found.voice, found.store) };
}

/** Synced settings are never shown. */
export function settings(): Outcome {
  return { status: 200, headers: { 'Content-Type': 'application/json' }, body: '{}' };
}

/** Item types with their labels. */
export function itemTypes(): Outcome {
  return json(
    200,
    ITEM_TYPES.map((itemType) => ({ itemType, localized: localized(itemType) })),
  );
}

/** All fields of the types the double knows. */
export function itemFields(): Outcome {
  return json(
    200,
    [...ALL_FIELDS].map((field) => ({ field, localized: localized(field) })),
  );
}

/** The fields of one type, or its creator types. */
export function itemTypeParts(call: LocalCall): Outcome {
  const itemType = call.request.query.get('itemType') ?? '';
  if (!ITEM_TYPES.includes(itemType)) return text(400, "Invalid or missing 'itemType' value");
  const schema = SCHEMA[itemType];
  if (schema === undefined) {
    call.journal.unknown(call.request, `no field list for ${itemType}`);
    return empty(500);
  }
  const forCreators = call.request.path.endsWith('CreatorTypes');
  const property = forCreators ? 'creatorType' : 'field';
  const names = forCreators ? schema.creators : schema.fields;
  return json(
    200,
    names.map((name) => ({ [property]: name, localized: localized(name) })),
  );
}

/** The parts of a personal name, always in English. */
export function creatorFields(): Outcome {
  const names = { firstName: 'First', lastName: 'Last', name: 'Name' };
  return json(
    200,
    Object.entries(names).map(([field, label]) => ({ field, localized: label })),
  );
}

/** A place the real application has and the double has not. */
export function notInDouble(call: LocalCall): Outcome {
  call.journal.unknown(call.request, 'the double does not have this endpoint');
  return empty(500);
}
