/** Bodies that are forms: URL-encoded fields, or parts of a multipart body with files from a folder. */
import type { Json, Schema } from '@haft/runtime/language';
import { upperName } from '../environment.ts';
import { fieldsOf, reportOtherFields } from './body-fields.ts';
import type { BodyField } from './body-fields.ts';
import type { OperationContext } from './context.ts';
import { objectShape } from './objects.ts';
import { bodyTemplate, declare, lost, skip, templateOf } from './request-draft.ts';
import type { RequestDraft } from './request-draft.ts';
import { typesOf } from './scalars.ts';
import { entriesOf, memberOf, nodeOf, textAt } from './values.ts';

export function addForm(draft: RequestDraft, media: unknown, context: OperationContext): void {
  const shape = objectShape(memberOf(media, 'schema'), context.follow);
  const fields = shape ? fieldsOf(shape, context) : [];
  if (!shape || fields.length === 0) {
    if (shape === undefined)
      context.lose('forms', 'The form has no list of fields; it is sent empty.', 'Add its fields under `form:`.');
    return;
  }
  const encodings = new Map(entriesOf(memberOf(media, 'encoding')));
  const styles = [...encodings.values()].map((encoding) => textAt(encoding, 'style'));
  const isNested = styles.includes('deepObject') || fields.some(({ raw }) => isStructured(raw, context));
  const form = fields.map((field) => [field.name, bodyTemplate(declare(draft, field, context))] as const);
  const isJoined = [...encodings.values()].some((encoding) => memberOf(encoding, 'explode') === false);
  draft.body = {
    form: Object.fromEntries(form),
    ...(isNested ? { style: 'brackets' } : isJoined && { style: 'comma' }),
  };
  if (isNested || isJoined) keepQueryStyles(draft);
  reportOtherFields(shape, context);
}

/** `style` holds for the query as well; its lists say their own. */
function keepQueryStyles(draft: RequestDraft): void {
  for (const [name, value] of Object.entries(draft.query)) {
    if (typeof value === 'string' && /^\{\w+\}$/.test(value)) draft.query[name] = { value, style: 'repeat' };
  }
}

/** An object, or a list of objects. */
function isStructured(raw: unknown, context: OperationContext): boolean {
  const schema = nodeOf(context.follow(raw).node);
  if (objectShape(raw, context.follow) !== undefined) return true;
  return typesOf(schema).includes('array') && objectShape(schema['items'], context.follow) !== undefined;
}

export function addMultipart(draft: RequestDraft, media: unknown, context: OperationContext): void {
  const shape = objectShape(memberOf(media, 'schema'), context.follow);
  const encodings = nodeOf(memberOf(media, 'encoding'));
  const multipart: Record<string, Json> = {};
  for (const field of shape ? fieldsOf(shape, context) : []) {
    const kind = fileKind(field.raw, encodings[field.name], context);
    if (kind === 'list')
      lost(draft, field.required, 'lists of files', `Field "${field.name}" is a list of files.`, context);
    else if (kind === 'file') multipart[field.name] = fileField(draft, field, context);
    else multipart[field.name] = templateOf(declare(draft, field, context));
  }
  if (Object.keys(multipart).length === 0)
    skip(draft, 'multipart', 'The multipart body has no fields.', 'Write this tool by hand.');
  draft.body = { multipart };
}

function fileKind(raw: unknown, encoding: unknown, { follow }: OperationContext): 'file' | 'list' | 'field' {
  const isFile = (given: unknown): boolean => {
    const schema = nodeOf(follow(given).node);
    return (
      schema['format'] === 'binary' ||
      schema['type'] === 'file' ||
      /^(?:application\/octet|image|audio|video)/.test(textAt(schema, 'contentMediaType') ?? '')
    );
  };
  const schema = nodeOf(follow(raw).node);
  if (typesOf(schema).includes('array') && isFile(schema['items'])) return 'list';
  const sentAs = textAt(encoding, 'contentType') ?? '';
  return isFile(raw) || /^(?:image|audio|video)\/|octet-stream/.test(sentAs) ? 'file' : 'field';
}

/** A model names a file below a folder that the user has chosen; it cannot send bytes. */
function fileField(draft: RequestDraft, field: BodyField, context: OperationContext): Json {
  const folder = `${upperName(context.server)}_FILES`;
  context.environment.add(folder, { description: 'Folder of the files that may be sent.', optional: true });
  const about = textAt(context.follow(field.raw).node, 'description');
  const schema: Schema = { type: 'string' };
  const description = `Path of the file below the folder ${folder}.${about === undefined ? '' : ` ${about}`}`;
  const sent = declare(draft, { ...field, raw: {}, schema, description }, context);
  return { folder: `{env.${folder}}`, path: templateOf(sent) };
}

export function reportReserved(media: unknown, { lose }: OperationContext): void {
  for (const [name, encoding] of entriesOf(memberOf(media, 'encoding')))
    if (memberOf(encoding, 'allowReserved') === true)
      lose('reserved characters', `Field "${name}" of the form is percent-encoded, reserved characters as well.`);
}
