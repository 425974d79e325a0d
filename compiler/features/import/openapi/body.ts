/** The body of an operation: fields of JSON or of a form as parameters, or one value. */
import type { Json, Schema } from '@haft/runtime/language';
import type { OperationContext } from './context.ts';
import { formStyle, isStructured, writtenAs } from './form-styles.ts';
import {
  type Media,
  isAnyText,
  isJsonMedia,
  isPlainJson,
  isPlainText,
  isRange,
  isText,
  mayBeJson,
  mediaName,
  mediaIn,
  mediaType,
  preferredMedia,
} from './media.ts';
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
import {
  type CallerValue,
  type RequestDraft,
  bodyTemplate,
  declare,
  loseValue,
  skip,
  templateOf,
} from './request-draft.ts';
import { typesOf } from './scalars.ts';
import { literal, upperName } from '../literal.ts';

const isUrlEncoded = ({ type }: Media): boolean => mediaType(type).subtype === 'x-www-form-urlencoded';

/** Other kinds of it, such as `multipart/mixed`, are sent by no tool. */
function isMultipart({ type: text }: Media): boolean {
  const { type, subtype } = mediaType(text);
  return type === 'multipart' && /^(?:form-data|\*)$/.test(subtype);
}

export function addBody(draft: RequestDraft, { method }: Operation, raw: unknown, context: OperationContext): void {
  const { node, problem } = context.follow(raw);
  if (problem !== undefined) context.lose('references', `${problem} The body is left out.`);
  const body = nodeOf(node);
  const required = body['required'] === true;
  const all = mediaIn(body);
  const isSentAsJson = (one: Media): boolean => isJsonMedia(one, context.follow) || mayBeJson(one, context.follow);
  const isSentAsText = (one: Media): boolean => isText(one.type) || isAnyText(one, context.follow);
  const isPlain = ({ type }: Media): boolean => isPlainJson(type);
  const media = preferredMedia(all, [isPlain, isSentAsJson, isUrlEncoded, isMultipart, isSentAsText]);
  if (media === undefined) return;
  if (method === 'GET' || method === 'HEAD') {
    loseValue(draft, required, `bodies of ${method}`, `A ${method} has a body.`, context);
    return;
  }
  const { type, value } = media;
  if (all.length > 1) context.lose('types of bodies', `The body can have ${all.length} media types; ${type} is sent.`);
  if (isSentAsJson(media)) addJson(draft, media, body, context);
  else if (isUrlEncoded(media) || isMultipart(media)) {
    reportBodyLosses({ description: body['description'] }, context.lose);
    if (isMultipart(media)) addMultipart(draft, value, context);
    else addForm(draft, value, context);
    reportReserved(value, context);
  } else if (isSentAsText(media)) addText(draft, media, body, context);
  else loseValue(draft, required, 'bodies', `The body is of type ${type}.`, context);
}

function addJson(draft: RequestDraft, { type, value }: Media, body: RawNode, context: OperationContext): void {
  if (!isPlainJson(type) && !isRange(type)) draft.headers['Content-Type'] = literal(type);
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
  if (!isPlainText(type) && !isRange(type)) draft.headers['Content-Type'] = literal(type);
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
  const { style, unsent } = formStyle(fields, memberOf(media, 'encoding'), context);
  for (const [field, message] of unsent) loseValue(draft, field.required, 'styles of forms', message, context);
  const sent = fields.filter((field) => !unsent.has(field));
  const form = sent.map((field) => [field.name, bodyTemplate(declare(draft, field, context))] as const);
  if (form.length > 0) draft.body = { form: Object.fromEntries(form), ...(style !== 'repeat' && { style }) };
  if (style !== 'repeat') keepQueryStyles(draft);
  reportOtherFields(shape, context);
}

/** `style` holds for the query as well; its lists say their own. */
function keepQueryStyles(draft: RequestDraft): void {
  for (const [name, value] of Object.entries(draft.query)) {
    if (typeof value === 'string' && /^\{\w+\}$/.test(value)) draft.query[name] = { value, style: 'repeat' };
  }
}

function addMultipart(draft: RequestDraft, media: unknown, context: OperationContext): void {
  const shape = objectShape(memberOf(media, 'schema'), context.follow);
  const encodings = nodeOf(memberOf(media, 'encoding'));
  const multipart: Record<string, Json> = {};
  for (const field of shape ? fieldsOf(shape, context) : []) {
    const kind = fileKind(field.raw, encodings[field.name], context);
    if (kind === 'list')
      loseValue(draft, field.required, 'lists of files', `Field "${field.name}" is a list of files.`, context);
    else if (kind === 'file') multipart[field.name] = fileField(draft, field, encodings[field.name], context);
    else {
      const sent = templateOf(declare(draft, field, context));
      multipart[field.name] = sent;
      reportPart(field, sent, encodings[field.name], context);
    }
  }
  if (Object.keys(multipart).length === 0)
    skip(draft, 'multipart', 'The multipart body has no fields.', 'Write this tool by hand.');
  draft.body = { multipart };
}

/** A field of a form is sent without a type, which is that of plain text (RFC 7578 §4.4). */
function reportPart(
  { name, raw }: BodyField,
  sent: string,
  encoding: unknown,
  { follow, lose }: OperationContext,
): void {
  const isObject = isStructured(raw, follow);
  const type = textAt(encoding, 'contentType') ?? (isObject ? 'application/json' : 'text/plain');
  const isSent = type.split(',').some((one) => isPlainText(one) || /^\s*(?:\*|text)\/\*/.test(one));
  const key = /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
  const isList = typesOf(nodeOf(follow(raw).node)).includes('array');
  const [first = ''] = type.split(',');
  const hint = isList
    ? 'Write this tool by hand, with a handler, if the service needs the type.'
    : `If the service needs the type, write \`${key}: { text: ${JSON.stringify(sent)}, type: ${mediaName(first)} }\` under \`multipart:\`: it is then sent as a file.`;
  if (!isSent) lose('types of parts', `Field "${name}" of the form has type ${type}, which is not sent.`, hint);
  if (!isList || writtenAs(encoding).explode) return;
  lose('encodings', `The elements of field "${name}" of the form are not joined: each is sent as its own field.`);
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

/** Of several, the name of the file decides. */
const IS_ONE_TYPE = /^[\w.+-]+\/[\w.+-]+$/;

/** A model names a file below a folder that the user has chosen; it cannot send bytes. */
function fileField(draft: RequestDraft, field: BodyField, encoding: unknown, context: OperationContext): Json {
  const folder = `${upperName(context.server)}_FILES`;
  context.environment.add(folder, { description: 'Folder of the files that may be sent.', optional: true });
  const about = textAt(context.follow(field.raw).node, 'description');
  const schema: Schema = { type: 'string' };
  const description = `Path of the file below the folder ${folder}.${about === undefined ? '' : ` ${about}`}`;
  const sent = declare(draft, { ...field, raw: {}, schema, description }, context);
  const type = mediaName(textAt(encoding, 'contentType') ?? '*/*');
  return { folder: `{env.${folder}}`, path: templateOf(sent), ...(IS_ONE_TYPE.test(type) && { type }) };
}

function reportReserved(media: unknown, { lose }: OperationContext): void {
  for (const [name, encoding] of entriesOf(memberOf(media, 'encoding')))
    if (memberOf(encoding, 'allowReserved') === true)
      lose('reserved characters', `Field "${name}" of the form is percent-encoded, reserved characters as well.`);
}

/** The fields of a body that are parameters. */
type BodyField = Pick<CallerValue, 'name' | 'place' | 'raw' | 'required'>;

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
