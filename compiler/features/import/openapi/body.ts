/** The body of an operation: fields of JSON or of a form as parameters, or one value. */
import type { Json, Schema } from '@haft/runtime/language';
import type { OperationContext } from './context.ts';
import { type Media, isJson, isPlainJson, mediaIn, preferredMedia } from './media.ts';
import { type RawNode, entriesOf, memberOf, nodeOf, textAt } from './values.ts';
import {
  type ObjectShape,
  isReadOnly,
  objectShape,
  reportBodyLosses,
  reportReadOnlyFields,
  reportShapeLosses,
} from './objects.ts';
import type { Operation } from './operations.ts';
import { type RequestDraft, bodyTemplate, declare, loseValue, skip, templateOf } from './request-draft.ts';
import { typesOf } from './scalars.ts';
import { upperName } from '../literal.ts';

const isUrlEncoded = (type: string): boolean => /x-www-form-urlencoded/i.test(type);
const isMultipart = (type: string): boolean => /multipart\//i.test(type);
const isText = (type: string): boolean => /^text\/(?!xml)/i.test(type);

export function addBody(draft: RequestDraft, { method }: Operation, raw: unknown, context: OperationContext): void {
  const { node, problem } = context.follow(raw);
  if (problem !== undefined) context.lose('references', `${problem} The body is left out.`);
  const body = nodeOf(node);
  const required = body['required'] === true;
  const all = mediaIn(body);
  const media = preferredMedia(all, [isPlainJson, isJson, isUrlEncoded, isMultipart, isText]);
  if (media === undefined) return;
  if (method === 'GET' || method === 'HEAD') {
    loseValue(draft, required, `bodies of ${method}`, `A ${method} has a body.`, context);
    return;
  }
  const { type, value } = media;
  if (all.length > 1) context.lose('types of bodies', `The body can have ${all.length} media types; ${type} is sent.`);
  if (isJson(type)) addJson(draft, media, body, context);
  else if (isUrlEncoded(type) || isMultipart(type)) {
    reportBodyLosses({ description: body['description'] }, context.lose);
    if (isMultipart(type)) addMultipart(draft, value, context);
    else addForm(draft, value, context);
    reportReserved(value, context);
  } else if (isText(type)) addText(draft, media, body, context);
  else loseValue(draft, required, 'bodies', `The body is of type ${type}.`, context);
}

function addJson(draft: RequestDraft, { type, value }: Media, body: RawNode, context: OperationContext): void {
  if (!isPlainJson(type) && !type.includes('*')) draft.headers['Content-Type'] = type;
  const raw = memberOf(value, 'schema');
  const shape = objectShape(raw, context.follow);
  const fields = shape ? fieldsOf(shape, context) : [];
  if (shape && fields.length > 0 && !isMapping(fields)) {
    reportBodyLosses({ description: body['description'] }, context.lose);
    draft.body = { json: jsonOf(draft, fields, context) };
    reportOtherFields(shape, context);
  } else if (raw !== undefined || 'content' in body) {
    const isMany = typesOf(nodeOf(context.follow(raw).node)).includes('array');
    draft.body = { json: bodyTemplate(declareWhole(draft, body, raw ?? {}, isMany ? 'items' : 'body', context)) };
  }
}

/** A body that is one value; version 2 names it, but most names say no more than "body". */
function declareWhole(draft: RequestDraft, body: RawNode, raw: unknown, otherwise: string, context: OperationContext) {
  const written = textAt(body, 'x-body-name') ?? 'body';
  const isTelling = !/^(?:body|payload|request|data|params?|parameters|model|dto|json)$/i.test(written);
  const description = textAt(body, 'description');
  const required = body['required'] === true;
  return declare(draft, { name: isTelling ? written : otherwise, place: 'body', raw, required, description }, context);
}

/** One field around all others, such as `data`, is no parameter: those inside it are. */
function jsonOf(draft: RequestDraft, fields: readonly BodyField[], context: OperationContext): Json {
  const [only] = fields;
  const inner = only && fields.length === 1 ? objectShape(only.raw, context.follow) : undefined;
  const innerFields = inner ? fieldsOf(inner, context) : [];
  const members = (all: readonly BodyField[]): Json => {
    return Object.fromEntries(all.map((field) => [field.name, bodyTemplate(declare(draft, field, context))]));
  };
  // An envelope that must be there vanishes with its fields.
  const canVanish = only?.required === true && !innerFields.some(({ required }) => required);
  if (!only || !inner || innerFields.length < 2 || canVanish || isMapping(innerFields)) return members(fields);
  reportOtherFields(inner, context);
  return { [only.name]: members(innerFields) };
}

function addText(draft: RequestDraft, { type, value }: Media, body: RawNode, context: OperationContext): void {
  if (!/^text\/plain\b|\*/i.test(type)) draft.headers['Content-Type'] = type;
  const raw = memberOf(value, 'schema') ?? { type: 'string' };
  draft.body = { text: templateOf(declareWhole(draft, body, raw, 'text', context)) };
}

/** Bodies that are forms: URL-encoded fields, or parts of a multipart body with files from a folder. */
function addForm(draft: RequestDraft, media: unknown, context: OperationContext): void {
  const shape = objectShape(memberOf(media, 'schema'), context.follow);
  if (!shape) {
    context.lose('forms', 'The form has no list of fields; it is sent empty.', 'Add its fields under `form:`.');
    return;
  }
  const fields = fieldsOf(shape, context);
  if (fields.length === 0) return;
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

function addMultipart(draft: RequestDraft, media: unknown, context: OperationContext): void {
  const shape = objectShape(memberOf(media, 'schema'), context.follow);
  const encodings = nodeOf(memberOf(media, 'encoding'));
  const multipart: Record<string, Json> = {};
  for (const field of shape ? fieldsOf(shape, context) : []) {
    const kind = fileKind(field.raw, encodings[field.name], context);
    if (kind === 'list')
      loseValue(draft, field.required, 'lists of files', `Field "${field.name}" is a list of files.`, context);
    else if (kind === 'file') multipart[field.name] = fileField(draft, field, context);
    else multipart[field.name] = templateOf(declare(draft, field, context));
  }
  if (Object.keys(multipart).length === 0)
    skip(draft, 'multipart', 'The multipart body has no fields.', 'Write this tool by hand.');
  draft.body = { multipart };
}

function fileKind(raw: unknown, encoding: unknown, { follow }: OperationContext): 'file' | 'list' | 'field' {
  const isFile = (rawPart: unknown): boolean => {
    const { format, type, contentMediaType: media } = nodeOf(follow(rawPart).node);
    return format === 'binary' || type === 'file' || /^(?:application\/octet|image|audio|video)/.test(String(media));
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

function reportReserved(media: unknown, { lose }: OperationContext): void {
  for (const [name, encoding] of entriesOf(memberOf(media, 'encoding')))
    if (memberOf(encoding, 'allowReserved') === true)
      lose('reserved characters', `Field "${name}" of the form is percent-encoded, reserved characters as well.`);
}

/** The fields of a body that are parameters. */
interface BodyField {
  readonly name: string;
  readonly place: string;
  readonly raw: unknown;
  readonly required: boolean;
}

/** Required ones first; without those that only the service sets. */
function fieldsOf(shape: ObjectShape, { follow, lose }: OperationContext): BodyField[] {
  const { properties, required, parts } = shape;
  reportShapeLosses(shape, lose);
  for (const part of parts) reportBodyLosses(part, lose);
  for (const name of required) {
    const message = `The body requires field "${name}", which the document does not describe; it is not sent.`;
    const hint = 'Add it to the parameters where the service needs it.';
    if (!properties.has(name)) lose('undescribed fields', message, hint);
  }
  const all = [...properties].flatMap(([name, raw]): BodyField[] => {
    const isNeeded = required.has(name);
    if (isReadOnly(raw, follow)) {
      reportReadOnlyFields(lose);
      return [];
    }
    if (memberOf(raw, 'deprecated') === true && !isNeeded) {
      lose('deprecated parameters', `Field "${name}" of the body is deprecated and optional; it is left out.`);
      return [];
    }
    return [{ name, place: 'body', raw, required: isNeeded }];
  });
  return all.sort((a, b) => Number(b.required) - Number(a.required));
}

/** `{ each, as }` means something else in a body. */
function isMapping(fields: readonly BodyField[]): boolean {
  const names = fields.map(({ name }) => name).sort();
  return names.join() === 'as,each';
}

function reportOtherFields({ others }: ObjectShape, { lose }: OperationContext): void {
  const message = 'The body accepts fields with any name; only those with a name are parameters.';
  if (others !== undefined && others !== false) lose('further fields', message, 'Add the fields that you need.');
}
