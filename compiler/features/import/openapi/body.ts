/** The body of an operation: fields of JSON or of a form as parameters, or one value. */
import type { Json } from '@haft/runtime/language';
import { fieldsOf, isMapping, reportOtherFields } from './body-fields.ts';
import type { BodyField } from './body-fields.ts';
import type { OperationContext } from './context.ts';
import { addForm, addMultipart, reportReserved } from './forms.ts';
import { isJson, isPlainJson, mediaIn, preferred } from './media.ts';
import type { Media } from './media.ts';
import { objectShape } from './objects.ts';
import type { Operation } from './operations.ts';
import { bodyTemplate, declare, lost, templateOf } from './request-draft.ts';
import type { RequestDraft } from './request-draft.ts';
import { typesOf } from './scalars.ts';
import { reportBodyLosses } from './schema-losses.ts';
import { memberOf, nodeOf, textAt } from './values.ts';
import type { RawNode } from './values.ts';

const isUrlEncoded = (type: string): boolean => /x-www-form-urlencoded/i.test(type);
const isMultipart = (type: string): boolean => /multipart\//i.test(type);
const isText = (type: string): boolean => /^text\/(?!xml)/i.test(type);

export function addBody(draft: RequestDraft, { method }: Operation, given: unknown, context: OperationContext): void {
  const { node, problem } = context.follow(given);
  if (problem !== undefined) context.lose('references', `${problem} The body is left out.`);
  const body = nodeOf(node);
  const required = body['required'] === true;
  const all = mediaIn(body);
  const media = preferred(all, [isPlainJson, isJson, isUrlEncoded, isMultipart, isText]);
  if (media === undefined) return;
  if (method === 'GET' || method === 'HEAD') {
    lost(draft, required, `bodies of ${method}`, `A ${method} has a body.`, context);
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
  else lost(draft, required, 'bodies', `The body is of type ${type}.`, context);
}

function addJson(draft: RequestDraft, { type, value }: Media, body: RawNode, context: OperationContext): void {
  if (!isPlainJson(type) && !type.includes('*')) draft.headers['Content-Type'] = type;
  const raw = memberOf(value, 'schema');
  const shape = objectShape(raw, context.follow);
  const fields = shape && fieldsOf(shape, context);
  if (!shape || !fields || fields.length === 0 || isMapping(fields)) {
    if (raw === undefined && !('content' in body)) return;
    const isMany = typesOf(nodeOf(context.follow(raw).node)).includes('array');
    const description = textAt(body, 'description');
    const name = wholeName(body, isMany ? 'items' : 'body');
    const given = { name, place: 'body', raw: raw ?? {}, required: body['required'] === true, description };
    draft.body = { json: bodyTemplate(declare(draft, given, context)) };
    return;
  }
  reportBodyLosses({ description: body['description'] }, context.lose);
  draft.body = { json: jsonOf(draft, fields, context) };
  reportOtherFields(shape, context);
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

/** Version 2 names its body; most names say no more than "body". */
function wholeName(body: RawNode, otherwise: string): string {
  const name = textAt(body, 'x-body-name');
  return name === undefined || /^(?:body|payload|request|data|params?|parameters|model|dto|json)$/i.test(name)
    ? otherwise
    : name;
}

function addText(draft: RequestDraft, { type, value }: Media, body: RawNode, context: OperationContext): void {
  if (!/^text\/plain\b|\*/i.test(type)) draft.headers['Content-Type'] = type;
  const given = {
    name: wholeName(body, 'text'),
    place: 'body',
    raw: memberOf(value, 'schema') ?? { type: 'string' },
    required: body['required'] === true,
    description: textAt(body, 'description'),
  };
  draft.body = { text: templateOf(declare(draft, given, context)) };
}
