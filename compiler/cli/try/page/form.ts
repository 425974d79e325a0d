/** The form of a tool: a field for each parameter; an empty field is not sent, because the tool has its own default. */
import type { Json, JsonObject } from '@haft/runtime/language';
import type { Field } from '../messages.ts';
import { el } from './dom.ts';

type Input = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export interface ToolForm {
  readonly nodes: readonly Node[];
  readonly values: () => JsonObject;
  readonly fill: (values: JsonObject) => void;
}

export function toolForm(fields: readonly Field[]): ToolForm {
  const all = fields.map((field) => ({ field, input: inputFor(field) }));
  return {
    nodes: all.flatMap(({ field, input }) => [labelFor(field), input]),
    values() {
      const entries = all.map(({ field, input }) => [field.name, valueOf(field, input.value)] as const);
      return Object.fromEntries(entries.filter((entry): entry is [string, Json] => entry[1] !== undefined));
    },
    fill(values) {
      for (const { field, input } of all) input.value = writtenAs(field, values[field.name]);
    },
  };
}

function idOf({ name }: Field): string {
  return `field-${name}`;
}

function labelFor(field: Field): HTMLLabelElement {
  const { name, required, description } = field;
  const text = `${name}${required ? ' (required) ' : ' '}`;
  return el('label', { for: idOf(field) }, text, el('small', { dir: 'auto' }, description));
}

function inputFor(field: Field): Input {
  const { type, values, preset } = field;
  const id = idOf(field);
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
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

function writtenAs(field: Field, value: Json | undefined): string {
  if (value === undefined) return '';
  return isText(field) && typeof value === 'string' ? value : JSON.stringify(value);
}
