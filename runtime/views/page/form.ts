/** A form that calls a tool of the same server through the host. */
import type { FieldConfig, FormConfig } from '../../descriptor/view-descriptor.ts';
import { type ShownRow, button, el, isRow, label, readable } from './dom.ts';
import type { ViewHost } from './host.ts';

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

interface FormField {
  readonly name: string;
  readonly field: FieldConfig;
  readonly input: Field;
}

/** Fields have what the call that led here was given; `done` shows the result. */
export function form(config: FormConfig, initial: ShownRow, host: ViewHost, done: (result: ShownRow) => Node): Node {
  const fields = Object.entries(config.fields).map(([name, field]): FormField => {
    return { name, field, input: inputOf(field, initial[name] ?? field.default, config.required.includes(name)) };
  });
  const answer = el('div', { role: 'status' });
  const element = el('form');
  const send = button(config.button, () => void call(), { class: 'primary' });
  const call = async (): Promise<void> => {
    const args = element.reportValidity() ? argumentsOf(fields, answer) : undefined;
    if (!args) return;
    send.disabled = true;
    answer.replaceChildren('…');
    answer.replaceChildren(done(await callTool(config.tool, args, host)));
    send.disabled = false;
  };
  element.addEventListener('submit', (event) => event.preventDefault());
  element.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    if (!send.disabled) void call();
  });
  const isFirst = ({ name }: FormField): boolean => config.required.includes(name) || initial[name] !== undefined;
  const first = fields.some(isFirst) ? fields.filter(isFirst) : fields.slice(0, 4);
  const rest = fields.filter((one) => !first.includes(one));
  element.append(...first.map(row));
  if (rest.length > 0)
    element.append(el('details', {}, el('summary', {}, `More fields (${rest.length})`), ...rest.map(row)));
  const none = 'This host calls no tools from a view. Ask for the change in the conversation.';
  element.append(host.can('serverTools') ? send : el('p', { class: 'note' }, none), answer);
  return element;
}

/** Undefined where a field is not valid, which is then said. */
function argumentsOf(fields: readonly FormField[], answer: Element): ShownRow | undefined {
  const args: Record<string, unknown> = {};
  for (const { name, field, input } of fields) {
    const value = valueOf(field, input);
    if (value instanceof Error) {
      answer.replaceChildren(el('p', { class: 'error' }, `${label(name)}: ${value.message}`));
      input.focus();
      return undefined;
    }
    if (value !== undefined) args[name] = value;
  }
  return args;
}

async function callTool(name: string, args: ShownRow, host: ViewHost): Promise<ShownRow> {
  const failed = (error: Error): ShownRow => {
    return { isError: true, structuredContent: { success: false, error: error.message } };
  };
  const result = await host.request('tools/call', { name, arguments: args }).catch(failed);
  // Else the model does not know what the person did.
  const text = `In the view the user called ${name} with ${JSON.stringify(args)}. Result: ${JSON.stringify(result['structuredContent'] ?? {})}`;
  if (host.can('updateModelContext'))
    host.request('ui/update-model-context', { content: [{ type: 'text', text }] }).catch(() => {});
  return result;
}

function row({ name, field, input }: FormField): Node {
  const hint = readable(field.description ?? '');
  return el(
    'label',
    {},
    el('span', { class: input.required ? 'required' : undefined }, label(name)),
    input,
    hint !== '' && el('small', {}, hint),
  );
}

function inputOf(field: FieldConfig, value: unknown, required: boolean): Field {
  const input = emptyInput(field);
  if (input instanceof HTMLInputElement && input.type === 'checkbox') input.checked = value === true;
  else {
    input.required = required;
    if (value !== undefined) input.value = fieldText(field, value);
  }
  return input;
}

function fieldText({ items }: FieldConfig, value: unknown): string {
  if (Array.isArray(value) && items?.type === 'string') return value.join('\n');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function emptyInput({ type, enum: values, minimum, maximum, minLength, maxLength }: FieldConfig): Field {
  if (values)
    return el('select', {}, el('option', { value: '' }), ...values.map((one) => el('option', {}, String(one))));
  if (type === 'boolean') return el('input', { type: 'checkbox' });
  if (type === 'integer' || type === 'number')
    return el('input', { type: 'number', min: minimum, max: maximum, step: type === 'integer' ? 1 : 'any' });
  const limits = { minlength: minLength, maxlength: maxLength };
  if (type === 'string')
    return (maxLength ?? 0) > 300 ? el('textarea', { rows: 3, ...limits }) : el('input', { type: 'text', ...limits });
  return el('textarea', { rows: 2 });
}

/** Undefined where nothing was written. */
function valueOf({ type, items, enum: values, default: preset }: FieldConfig, input: Field): unknown {
  if (input instanceof HTMLInputElement && input.type === 'checkbox')
    return input.checked || preset !== undefined || input.required ? input.checked : undefined;
  const text = input.value;
  if (text === '') return undefined;
  if (values) return values.find((one) => String(one) === text);
  if (type === 'integer' || type === 'number') return Number(text);
  if (type === 'string') return text;
  if (type === 'array' && items?.type === 'string') return text.split('\n').filter((line) => line.trim() !== '');
  try {
    const value: unknown = JSON.parse(text);
    return type === 'array'
      ? Array.isArray(value)
        ? value
        : new Error('expected a JSON list.')
      : isRow(value) || type !== 'object'
        ? value
        : new Error('expected a JSON object.');
  } catch {
    return new Error('expected JSON.');
  }
}
