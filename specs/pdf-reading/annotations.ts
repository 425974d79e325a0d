/** What is laid over a page and seen with it: the filled fields of a form, and text that was typed onto the page. */
import { PASSWORD, tellBox, tellField } from './form-field.ts';

/** As PDF.js gives it: from anybody, with any values. */
export interface Annotation {
  readonly subtype?: unknown;
  readonly rect?: unknown;
  readonly annotationFlags?: unknown;
  readonly contentsObj?: { readonly str?: unknown };
  readonly fieldType?: unknown;
  readonly fieldName?: unknown;
  readonly alternativeText?: unknown;
  readonly fieldValue?: unknown;
  readonly password?: unknown;
  readonly checkBox?: unknown;
  readonly radioButton?: unknown;
  readonly buttonValue?: unknown;
  readonly exportValue?: unknown;
  readonly options?: unknown;
}

/** Flags "hidden" and "no view" of ISO 32000-1, table 165: nobody sees such a field on the page. */
const UNSEEN = 2 | 32;

/** From top to bottom and from left to right; each once, although a field may stand on the page several times. */
export function tellAnnotations(annotations: readonly Annotation[]): string {
  const seen = annotations.filter(({ annotationFlags: flags }) => (Number(flags ?? 0) & UNSEEN) === 0);
  const ordered = [...seen].sort((a, b) => topOf(b) - topOf(a) || leftOf(a) - leftOf(b));
  return [...new Set(ordered.flatMap(tell))].join('\n');
}

const side = (rect: unknown, index: number): number => (Array.isArray(rect) ? Number(rect[index]) || 0 : 0);
const topOf = ({ rect }: Annotation): number => side(rect, 3);
const leftOf = ({ rect }: Annotation): number => side(rect, 0);

function tell(annotation: Annotation): readonly string[] {
  if (annotation.subtype === 'FreeText') {
    const text = annotation.contentsObj?.str;
    return typeof text === 'string' && text.trim() !== '' ? [`[Text on the page: ${text}]`] : [];
  }
  if (annotation.subtype !== 'Widget') return [];
  const value = valueOf(annotation);
  return value === undefined ? [] : [tellField({ name: nameOf(annotation), value })];
}

function nameOf({ alternativeText, fieldName }: Annotation): unknown {
  return typeof alternativeText === 'string' && alternativeText.trim() !== '' ? alternativeText : fieldName;
}

/** Nothing for a field that is not filled in; a box says something either way. */
function valueOf(field: Annotation): string | undefined {
  if (field.fieldType === 'Btn') return stateOf(field);
  const { fieldValue, password } = field;
  const values = (Array.isArray(fieldValue) ? fieldValue : [fieldValue]).filter(isText);
  if (values.length === 0) return undefined;
  return password === true ? PASSWORD : values.map((value) => displayOf(field, value)).join(', ');
}

/** Names of the state "on" that say no more than that. */
const PLAIN = /^(?:yes|on|true|1|ja|oui|checked)$/i;

function stateOf(field: Annotation): string | undefined {
  const { checkBox, radioButton, fieldValue, exportValue, buttonValue } = field;
  if (radioButton === true)
    return isText(fieldValue) && fieldValue === buttonValue ? displayOf(field, fieldValue) : undefined;
  if (checkBox !== true) return undefined;
  const state = tellBox(isText(fieldValue) && fieldValue === exportValue);
  return isText(exportValue) && !PLAIN.test(exportValue) ? `${displayOf(field, exportValue)}, ${state}` : state;
}

/** What readers see in place of the value inside the file. */
function displayOf({ options }: Annotation, value: string): string {
  const chosen: unknown = Array.isArray(options) ? options.find((one) => one?.exportValue === value) : undefined;
  const display = typeof chosen === 'object' && chosen !== null && 'displayValue' in chosen && chosen.displayValue;
  return isText(display) ? display : value;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
