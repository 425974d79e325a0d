/** The tab of calls: the form of the parameters, what would be sent, the answer as a tree, and the result as a model gets it. */
import { type Json, type JsonObject, isObject } from '@haft/runtime/language';
import type { ShownQuestion, ShownTool, TriedCall, TryRequests } from '../messages.ts';
import { ask } from './ask.ts';
import { block, button, drawingHere, el, find, quiet, refill, reporting, say } from './dom.ts';
import { type ToolForm, toolForm } from './form.ts';
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
    call({ tool, values: form.values() }, false);
  };
  const listeners = { submit: send, input: () => showPreview(open), keydown: (event: Event) => sendByKey(event, open) };
  const submit = el('button', { type: 'submit', id: 'call', class: 'main', title: 'Ctrl+Enter' }, 'Call');
  const mapping = [el('h3', {}, 'result: in the spec'), block(mappingText(tool), { id: 'mapping' })];
  const nodes = [
    quiet(tool.place),
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
    el('div', { id: 'answer', tabindex: -1 }),
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
  call({ tool: open.tool, values: open.form.values() }, false);
}

function mappingText({ result }: Pick<ShownTool, 'result'>): string {
  return Object.keys(result).length > 0 ? JSON.stringify(result, undefined, 2) : 'none';
}

const showPreview = reporting(async ({ tool, form }: OpenCall) => {
  const draw = drawingHere();
  const { text } = await ask('/api/preview', { tool: tool.name, arguments: form.values() });
  draw('preview', () => [el('span', {}, text)]);
});

/** A call with the values that were in the form when it was sent: what is asked is about them, whatever is written since. */
interface SentCall {
  readonly tool: ShownTool;
  readonly values: JsonObject;
}

const call = reporting(async ({ tool, values }: SentCall, agreed: boolean) => {
  say('Calling …');
  const draw = drawingHere();
  const reply = await ask('/api/call', { tool: tool.name, arguments: values, agreed });
  if (!('ask' in reply)) return drawStep({ tool, values }, reply, draw);
  const decline = (): void => {
    refill(find('answer'), [], () => find('call'));
    say('The call was not made.');
  };
  const yes = button('Yes, call it', () => call({ tool, values }, true));
  const no = button('No', decline);
  const keydown = onEscape(decline);
  draw('answer', () => [el('div', { class: 'row', keydown }, el('strong', {}, reply.ask), yes, no)]);
  say('The call was not made yet.');
  yes.focus();
});

function onEscape(press: () => void): (event: Event) => void {
  return (event) => {
    if (event instanceof KeyboardEvent && event.key === 'Escape') press();
  };
}

const answerQuestion = reporting(async (sent: SentCall, reply: TryRequests['/api/answer']) => {
  say('Calling …');
  const draw = drawingHere();
  drawStep(sent, await ask('/api/answer', reply), draw);
});

function drawStep(sent: SentCall, step: TriedCall | ShownQuestion, draw: ReturnType<typeof drawingHere>): void {
  const { tool, values } = sent;
  if ('question' in step) {
    draw('answer', () => questionNodes(sent, step));
    say('The tool asks its user.');
    document.querySelector<HTMLElement>('#answer :is(button, input, textarea, select)')?.focus();
    return;
  }
  if (tool.view !== undefined) draw('view', () => viewNodes(tool, values, step.result));
  draw('answer', () => answerNodes(tool, step));
  say(`${step.success ? 'Success' : 'Failure'} in ${step.milliseconds} ms.`, !step.success);
}

/** What the tool asks: yes or no, or a form. */
function questionNodes(sent: SentCall, { question, message, confirms, fields }: ShownQuestion): readonly Node[] {
  const form = toolForm(confirms ? [] : fields, `answer-${question}-`);
  const answer = (accepted: boolean): void => {
    answerQuestion(sent, { question, accepted, values: confirms ? { confirm: true } : form.values() });
  };
  const submit = (event: Event): void => {
    event.preventDefault();
    answer(true);
  };
  const yes = el('button', { type: 'submit', class: 'main' }, confirms ? 'Yes, call it' : 'Answer');
  const no = button(confirms ? 'No' : 'Do not answer', () => answer(false));
  const text = el('strong', { dir: 'auto' }, message);
  const keydown = onEscape(() => answer(false));
  return [el('form', { class: 'form', submit, keydown }, text, ...form.nodes, el('div', { class: 'row' }, yes, no))];
}

function answerNodes(tool: ShownTool, { answer, success, result, source }: TriedCall): readonly Node[] {
  const field = el('input', { type: 'text', id: 'pick-name', placeholder: 'name of the value' });
  const canPick = answer !== undefined && source !== undefined && tool.mapped;
  const pickers = canPick
    ? [
        el('label', { for: 'pick-name' }, 'Field of the result'),
        quiet('Click a value: its pointer goes into result:, its type into returns:.'),
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
    ...(answer === undefined ? [] : [afterCall(tool, answer)]),
    left ? el('div', { class: 'two' }, left, right) : right,
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
  const place = pointer || 'everything';
  const names = { title: `Pick ${place}`, 'aria-label': `${place}: ${text}` };
  return button(text, () => pick(pointer, nameFor(pointer)), { class: 'value', dir: 'auto', ...names });
}

/** The name that an author would give a field: the last key that is a word. */
function nameFor(pointer: string): string {
  const last = pointer.split('/').findLast((token) => !/^\d*$/.test(token)) ?? 'value';
  const words = last.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
  return words.replaceAll(/[^a-z0-9]+/g, '_').replaceAll(/^[^a-z]+|_+$/g, '') || 'value';
}
