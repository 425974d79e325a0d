import { ITEM_TYPES, SCHEMA } from '../schema.ts';
import { json } from '../../wire.ts';
import type { Reply } from '../../wire.ts';
import { notInDouble, refuse } from './context.ts';
import type { WebCall } from './context.ts';

const LINK_MODES: ReadonlySet<string> = new Set([
  'imported_file',
  'imported_url',
  'linked_file',
  'linked_url',
  'embedded_image',
]);

/** `/items/new`: an empty item to fill in. */
export function newItem(call: WebCall): Reply {
  const { query } = call.request;
  const itemType = query.get('itemType') ?? '';
  if (itemType === '') return refuse(400, "'itemType' not provided");
  const linkMode = query.get('linkMode') ?? '';
  if (itemType === 'attachment' && linkMode === '') return refuse(400, 'linkMode required for itemType=attachment');
  if (itemType === 'attachment' && !LINK_MODES.has(linkMode)) return refuse(400, `Invalid linkMode '${linkMode}'`);
  if (!ITEM_TYPES.includes(itemType)) return refuse(400, `Invalid item type '${itemType}'`);
  const schema = SCHEMA[itemType];
  if (schema === undefined || linkMode === 'embedded_image') return notInDouble(call, `no template for ${itemType}`);
  const fields = schema.fields.filter((field) => linkMode === '' || field !== 'url' || linkMode.endsWith('_url'));
  const [title, ...rest] = fields.map((field) => [field, ''] as const);
  const [creatorType] = schema.creators;
  const imported = linkMode.startsWith('imported_');
  return json(200, {
    itemType,
    ...(linkMode === '' ? {} : { linkMode }),
    ...(title === undefined ? {} : { [title[0]]: '' }),
    ...(creatorType === undefined ? {} : { creators: [{ creatorType, firstName: '', lastName: '' }] }),
    ...Object.fromEntries(rest),
    ...(schema.creators.length === 0 ? { note: '' } : {}),
    tags: [],
    collections: [],
    relations: {},
    ...(linkMode === '' ? {} : { contentType: '', charset: '' }),
    ...(linkMode === 'linked_file' ? { path: '' } : {}),
    ...(imported ? { filename: '', md5: null, mtime: null } : {}),
  });
}
