/** How the fields of a URL-encoded form are written: a form has one style, and a field that needs another one is not sent. */
import type { OperationContext } from './context.ts';
import { isJson } from './media.ts';
import { objectShape } from './objects.ts';
import type { Follow } from './pointers.ts';
import type { CallerValue } from './request-draft.ts';
import { typesOf } from './scalars.ts';
import { entriesOf, memberOf, nodeOf, textAt } from './values.ts';

/** Those of `style`; objects are JSON text in the first two. */
type Style = 'repeat' | 'comma' | 'brackets';

type FormField = Pick<CallerValue, 'name' | 'raw' | 'required'>;

/** The style that is right for most fields, required ones first; `unsent`: what other fields need instead. */
export function formStyle<F extends FormField>(
  fields: readonly F[],
  encoding: unknown,
  { follow, lose }: OperationContext,
) {
  const encodings = new Map(entriesOf(encoding));
  const isSilent = ![...encodings.values()].some(isStyled);
  const each = fields.map((field) => {
    const own = encodings.get(field.name);
    return { field, own, styles: stylesOf(field, own, isSilent, follow) };
  });
  const isUndeclared = ({ field, own }: (typeof each)[number]): boolean => {
    return !isStyled(own) && textAt(own, 'contentType') === undefined && isStructured(field.raw, follow);
  };
  const hasUndeclared = each.some(isUndeclared);
  const scoreOf = (style: Style): number => {
    const right = each.filter(({ styles }) => styles.includes(style));
    return right.reduce((sum, { field }) => sum + (field.required ? fields.length + 1 : 1), 0);
  };
  const order: readonly Style[] = hasUndeclared ? ['brackets', 'repeat', 'comma'] : ['repeat', 'comma', 'brackets'];
  const style = order.reduce((best, one) => (scoreOf(one) > scoreOf(best) ? one : best));
  if (hasUndeclared) {
    const message = `The document does not say how objects of the form are written; they are written with \`style: ${style}\`.`;
    lose('styles of forms', message, 'Set `style` to another value if the service expects one.');
  }
  const unsent = each.filter(({ styles }) => !styles.includes(style));
  return { style, unsent: new Map(unsent.map(({ field, own }) => [field, needOf(field.name, own)])) };
}

function isStyled(encoding: unknown): boolean {
  return textAt(encoding, 'style') !== undefined || memberOf(encoding, 'explode') !== undefined;
}

const ALL: readonly Style[] = ['repeat', 'comma', 'brackets'];

/** Those that write the field as the document says; `isSilent`: it says nothing about any field. */
function stylesOf({ raw }: FormField, encoding: unknown, isSilent: boolean, follow: Follow): readonly Style[] {
  const { style, explode } = writtenAs(encoding);
  const type = textAt(encoding, 'contentType');
  const hasStyle = isStyled(encoding);
  const isInside = isStructured(raw, follow);
  const isList = typesOf(nodeOf(follow(raw).node)).includes('array');
  if (style === 'deepObject') return ['brackets'];
  if (!isList && !isInside) return ALL;
  if (!hasStyle && type !== undefined && type.split(',').every((one) => isJson(one.trim())))
    return isList ? (isInside ? ['repeat'] : []) : ['repeat', 'comma'];
  if (hasStyle && isList && explode) return ['repeat'];
  if (hasStyle) return isList && style === 'form' && !isInside ? ['comma'] : [];
  if (isInside) return isList ? ['brackets', 'repeat'] : ALL;
  return isSilent ? ['repeat', 'brackets'] : ['repeat'];
}

export function writtenAs(encoding: unknown): { readonly style: string; readonly explode: boolean } {
  const style = textAt(encoding, 'style') ?? 'form';
  return { style, explode: (memberOf(encoding, 'explode') ?? style === 'form') === true };
}

function needOf(name: string, encoding: unknown): string {
  const { style, explode } = writtenAs(encoding);
  const type = isStyled(encoding) ? undefined : textAt(encoding, 'contentType');
  const need = type === undefined ? `style ${style} with explode ${explode}` : `type ${type}`;
  return `Field "${name}" of the form needs ${need}, which the form of this tool cannot have.`;
}

/** An object, or a list of objects. */
export function isStructured(raw: unknown, follow: Follow): boolean {
  const schema = nodeOf(follow(raw).node);
  const isObject = (one: unknown): boolean => {
    return typesOf(nodeOf(follow(one).node)).includes('object') || objectShape(one, follow) !== undefined;
  };
  return isObject(raw) || (typesOf(schema).includes('array') && isObject(schema['items']));
}
