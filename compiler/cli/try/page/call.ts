/** The tab of calls: the form of the parameters, what would be sent, the answer as a tree, and the result as a model gets it. */
import { type Json, type JsonObject, isObject } from '@haft/runtime/language';
import type { ShownTool, TriedCall, Field } from '../messages.ts';
import { ask } from './ask.ts';
import { block, button, drawingHere, el, find, reporting, say } from './dom.ts';
import { viewNodes } from './view-host.ts';

/** Recorded calls that are offered. */
const MAX_RECORDED = 8;

interface OpenCall {
  readonly tool: ShownTool;
  readonly form: ToolForm;
}

export interface CallTab {
  readonly nodes: readonly Node[];
  /** Once the nodes are in the page. */
  readonly start: () => void;
  readonly values: () => JsonObject;
}

/** `before`: what was in the form of the tool until now. */
export function callTab(tool: ShownTool, before: JsonObject = {}): CallTab {
  const form = toolForm(tool.parameters);
  form.fill(before);
  const open: OpenCall = { tool, form };
  const send = (event: Event): void => {
    event.preventDefault();
    call(open, false);
  };
  const listeners = { submit: send, input: () => showPreview(open), keydown: (event: Event) => sendByKey(event, open) };
  const submit = el('button', { type: 'submit', class: 'main', title: 'Ctrl+Enter' }, 'Call');
  const mapping = [el('h3', {}, 'result: in the spec'), block(mappingText(tool), { id: 'mapping' })];
  const nodes = [
    el('p', { class: 'quiet' }, tool.place),
    el(
      'div',
      { class: 'two' },
      el(
        'form',
        { class: 'form', ...listeners },
        ...form.nodes,
        el('div', { class: 'row' }, submit, ...recordedButtons(open)),
      ),
      el('section', {}, el('h3', {}, 'What is sent'), block('', { id: 'preview' }), ...(tool.mapped ? mapping : [])),
    ),
    el('div', { id: 'view' }),
    el('div', { id: 'answer' }),
  ];
  return { nodes, start: () => start(open), values: form.values };
}

function start(open: OpenCall): void {
  const { tool, form } = open;
  showPreview(open);
  if (tool.view !== undefined && tool.given)
    find('view').replaceChildren(...viewNodes(tool, form.values(), tool.given));
}

function recordedButtons(open: OpenCall): readonly HTMLButtonElement[] {
  const use = (values: JsonObject): void => {
    open.form.fill(values);
    showPreview(open);
  };
  const attributes = { title: 'Use the arguments of this recorded call' };
  return open.tool.recorded
    .slice(0, MAX_RECORDED)
    .map((values) => button(JSON.stringify(values).slice(0, 60), () => use(values), attributes));
}

function sendByKey(event: Event, open: OpenCall): void {
  if (!(event instanceof KeyboardEvent) || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  call(open, false);
}

function mappingText({ result }: Pick<ShownTool, 'result'>): string {
  return Object.keys(result).length > 0 ? JSON.stringify(result, undefined, 2) : 'none';
}

const showPreview = reporting(async ({ tool, form }: OpenCall) => {
  const draw = drawingHere();
  const { text } = await ask('/api/preview', { tool: tool.name, arguments: form.values() });
  draw('preview', () => [el('span', {}, text)]);
});

const call = reporting(async (open: OpenCall, agreed: boolean) => {
  say('Calling …');
  const draw = drawingHere();
  const values = open.form.values();
  const reply = await ask('/api/call', { tool: open.tool.name, arguments: values, agreed });
  if ('ask' in reply) {
    const yes = button('Yes, call it', () => call(open, true));
    const no = button('No', () => find('answer').replaceChildren());
    draw('answer', () => [el('div', { class: 'row' }, el('strong', {}, reply.ask), yes, no)]);
    say('The call was not made yet.');
    yes.focus();
    return;
  }
  if (open.tool.view !== undefined) draw('view', () => viewNodes(open.tool, values, reply.result));
  draw('answer', () => answerNodes(open.tool, reply));
  say(`${reply.success ? 'Success' : 'Failure'} in ${reply.milliseconds} ms.`, !reply.success);
});

function answerNodes(tool: ShownTool, { answer, success, result, source }: TriedCall): readonly Node[] {
  const field = el('input', { type: 'text', id: 'pick-name', placeholder: 'name of the value' });
  const canPick = answer !== undefined && source !== undefined && tool.mapped;
  const pickers = canPick
    ? [
        el('label', { for: 'pick-name' }, 'Field of the result'),
        el('p', { class: 'quiet' }, 'Click a value: its pointer goes into result:, its type into returns:.'),
        field,
      ]
    : [];
  const pick = canPick
    ? (pointer: string, name: string) => pickValue(tool, { answer, pointer, field: field.value || name })
    : undefined;
  const title = success ? 'Result, as a model gets it' : 'Failure, as a model gets it';
  const output = block(JSON.stringify(result, undefined, 2), { id: 'result' });
  const right = el('section', {}, el('h3', {}, title), ...pictures(result), output);
  // Where nothing was received, or only a handler knows what, there is no answer to read from.
  const left =
    source !== undefined &&
    el('section', {}, el('h3', {}, 'Answer'), ...pickers, el('div', { class: 'tree' }, tree(source, pick)));
  return [
    left ? el('div', { class: 'two' }, left, right) : right,
    ...(answer === undefined ? [] : [afterCall(tool, answer)]),
  ];
}

function afterCall(tool: ShownTool, answer: number): Node {
  const record = reporting(async () => say((await ask('/api/record', { answer })).says));
  const undo = reporting(async () => {
    const draw = drawingHere();
    say((await ask('/api/undo', {})).says);
    await showMapping(tool, draw);
  });
  return el('div', { class: 'row' }, button('Record this call', record), button('Undo the last pick', undo));
}

const pickValue = reporting(
  async (tool: ShownTool, picked: { readonly answer: number; readonly pointer: string; readonly field: string }) => {
    const draw = drawingHere();
    say((await ask('/api/pick', picked)).says);
    await showMapping(tool, draw);
  },
);

async function showMapping({ name }: ShownTool, draw: ReturnType<typeof drawingHere>): Promise<void> {
  const tool = await ask('/api/tool', { tool: name });
  draw('mapping', () => mappingNodes(tool));
}

/** Of a tool whose form is as it was. */
export function drawMapping(tool: ShownTool): void {
  if (tool.mapped) find('mapping').replaceChildren(...mappingNodes(tool));
}

function mappingNodes(tool: ShownTool): readonly Node[] {
  return [el('span', {}, mappingText(tool))];
}

/** Only pictures: other content has a text in the result. */
function pictures({ content }: JsonObject): readonly Node[] {
  if (!Array.isArray(content)) return [];
  return content.flatMap((part) => {
    if (!isObject(part)) return [];
    const { type, mimeType, data } = part;
    const isPicture = type === 'image' && /^image\/[\w.+-]+$/.test(String(mimeType));
    return isPicture
      ? [el('img', { alt: 'Image of the result', src: `data:${String(mimeType)};base64,${String(data)}` })]
      : [];
  });
}

type Input = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

interface ToolForm {
  readonly nodes: readonly Node[];
  readonly values: () => JsonObject;
  readonly fill: (values: JsonObject) => void;
}

function toolForm(fields: readonly Field[]): ToolForm {
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

type PickPart = (pointer: string, name: string) => void;

/** Members of one value that are drawn. */
const MAX_MEMBERS = 200;
/** Levels that are open at first. */
const OPEN_LEVELS = 3;

/** Lists and maps are drawn when they are opened. `pick` is absent where nothing can be picked. */
function tree(value: Json, pick?: PickPart, pointer = ''): HTMLElement {
  if (typeof value !== 'object' || value === null) return valueNode(JSON.stringify(value), pointer, pick);
  const entries: readonly (readonly [string, Json])[] = Object.entries(value);
  const size = Array.isArray(value) ? `list of ${entries.length}` : `${entries.length} values`;
  const list = el('ul');
  const details = el('details', {}, el('summary', {}, valueNode(size, pointer, pick)), list);
  const draw = (): void => {
    if (!details.open || list.childElementCount > 0) return;
    const left = entries.length - MAX_MEMBERS;
    list.append(
      ...entries
        .slice(0, MAX_MEMBERS)
        .map(([key, one]) => el('li', {}, `${key}: `, tree(one, pick, below(pointer, key)))),
      ...(left > 0 ? [el('li', { class: 'quiet' }, `${left} more`)] : []),
    );
  };
  details.addEventListener('toggle', draw);
  details.open = pointer.split('/').length <= OPEN_LEVELS;
  draw();
  return details;
}

function below(pointer: string, key: string): string {
  return `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

function valueNode(text: string, pointer: string, pick: PickPart | undefined): HTMLElement {
  if (!pick) return el('span', { dir: 'auto' }, text);
  const title = `Pick ${pointer || 'everything'}`;
  return button(text, () => pick(pointer, nameFor(pointer)), { class: 'value', dir: 'auto', title });
}

/** The name that an author would give a field: the last key that is a word. */
function nameFor(pointer: string): string {
  const last = pointer.split('/').findLast((token) => !/^\d*$/.test(token)) ?? 'value';
  const words = last.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
  return words.replaceAll(/[^a-z0-9]+/g, '_').replaceAll(/^[^a-z]+|_+$/g, '') || 'value';
}
