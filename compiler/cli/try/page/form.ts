/** The form of parameters, and of what a tool asks: its values as JSON. */
import type { Json, JsonObject } from '@haft/runtime/language';
import type { Field } from '../messages.ts';
import { el } from './dom.ts';

type Input = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export interface ToolForm {
  readonly nodes: readonly Node[];
  readonly values: () => JsonObject;
  readonly fill: (values: JsonObject) => void;
}

/** `before`: the start of the ids of its fields. */
export function toolForm(fields: readonly Field[], before = 'field-'): ToolForm {
  const all = fields.map((field) => ({ field, input: inputFor(field, `${before}${field.name}`) }));
  return {
    nodes: all.flatMap(({ field, input }) => [labelFor(field, input.id), input]),
    values() {
      const entries = all.map(({ field, input }) => [field.name, valueOf(field, input.value)] as const);
      return Object.fromEntries(entries.filter((entry): entry is [string, Json] => entry[1] !== undefined));
    },
    fill(values) {
      for (const { field, input } of all) input.value = writtenAs(field, values[field.name]);
    },
  };
}

function labelFor({ name, required, description }: Field, id: string): HTMLLabelElement {
  const text = `${name}${required ? ' (required) ' : ' '}`;
  return el('label', { for: id }, text, el('small', { dir: 'auto' }, description));
}

function inputFor({ type, values, preset }: Field, id: string): Input {
  const placeholder = preset === undefined ? '' : `default: ${JSON.stringify(preset)}`;
  if (values || type === 'boolean') {
    const choices = (values ?? [true, false]).map((value) =>
      el('option', { value: JSON.stringify(value) }, typeof value === 'string' ? value : JSON.stringify(value)),
    );
    return el('select', { id }, el('option', { value: '' }, placeholder || 'not given'), ...choices);
  }
  if (type === 'string') return el('textarea', { id, rows: 1, placeholder });
  const kind = type === 'integer' || type === 'number' ? type : 'JSON';
  return el('input', { id, type: 'text', placeholder: placeholder || kind });
}

function isText({ type, values }: Field): boolean {
  return type === 'string' && !values;
}

function valueOf(field: Field, text: string): Json | undefined {
  if (text === '') return undefined;
  if (isText(field)) return text;
  try {
    const value: Json = JSON.parse(text);
    return value;
  } catch {
    return text;
  }
}

function writtenAs(field: Field, value: Json | undefined): string {
  if (value === undefined) return '';
  return isText(field) && typeof value === 'string' ? value : JSON.stringify(value);
}
