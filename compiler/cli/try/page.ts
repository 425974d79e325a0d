/** The page of `haft try`: it asks its own process alone, and everything that it shows enters as text. */
import { VIEW_HOST } from './view-host.ts';

export const HTML = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>haft try</title>
<link rel="stylesheet" href="/page.css">
<script src="/page.js" defer></script>
</head>
<body>
<nav aria-label="Tools">
<h1>haft try</h1>
<label for="search">Search tools</label>
<input id="search" type="search" autocomplete="off">
<ul id="tools"></ul>
</nav>
<main id="main"><p>Choose a tool.</p></main>
<p id="status" role="status"></p>
</body>
</html>
`;

export const STYLE = `
:root { color-scheme: light dark; --ground: light-dark(#fff, #17191c); --ink: light-dark(#1c1e21, #e8e9eb); --line: light-dark(#c9ccd1, #44484e); --soft: light-dark(#f3f4f6, #22252a); --mark: light-dark(#0b57b0, #8ab8ff); --bad: light-dark(#a3231b, #ff9c92); }
* { box-sizing: border-box; }
body { margin: 0; display: grid; grid-template-columns: 17rem 1fr; min-height: 100vh; font: 1rem/1.5 system-ui, sans-serif; color: var(--ink); background: var(--ground); }
nav { padding: 1rem; border-right: 1px solid var(--line); overflow: auto; max-height: 100vh; position: sticky; top: 0; }
nav ul { list-style: none; padding: 0; }
main { padding: 1rem 1.5rem 4rem; min-width: 0; }
h1 { font-size: 1.1rem; margin: 0 0 .75rem; }
h2 { font-size: 1.3rem; margin: 0; }
h3 { font-size: 1rem; margin: 1rem 0 .25rem; }
label { display: block; font-weight: 600; margin-top: .75rem; }
label small, .quiet { font-weight: 400; opacity: .85; }
input, select, textarea, button { font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--line); border-radius: 4px; padding: .25rem .5rem; max-width: 100%; }
input[type=search], .form input[type=text], .form textarea, .form select { width: 100%; }
button { cursor: pointer; background: var(--soft); }
button.tool { display: block; width: 100%; text-align: left; border: 0; background: none; padding: .2rem .25rem; overflow-wrap: anywhere; }
button.tool[aria-current=true] { background: var(--soft); font-weight: 600; }
button.value { border: 0; background: none; padding: 0; color: var(--mark); text-decoration: underline; text-align: left; overflow-wrap: anywhere; }
:focus-visible { outline: 3px solid var(--mark); outline-offset: 1px; }
pre { background: var(--soft); padding: .5rem; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; margin: .25rem 0; }
.two { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; }
.two > * { min-width: 0; }
.tree ul { list-style: none; margin: 0; padding-left: 1.1rem; border-left: 1px solid var(--line); }
.bad { color: var(--bad); }
.row { display: flex; gap: .5rem; flex-wrap: wrap; align-items: center; margin: .75rem 0; }
iframe { width: 100%; height: 40px; border: 1px solid var(--line); border-radius: 4px; display: block; }
.row label { margin: 0; font-weight: 400; }
#status { position: fixed; inset: auto 0 0 0; margin: 0; padding: .4rem 1rem; background: var(--soft); border-top: 1px solid var(--line); min-height: 2.3rem; }
@media (max-width: 60rem) { body { grid-template-columns: 1fr; } nav { position: static; max-height: 40vh; border-right: 0; border-bottom: 1px solid var(--line); } .two { grid-template-columns: 1fr; } }
`;

export const SCRIPT = `
'use strict';
(() => {
  const find = (id) => document.getElementById(id);
  const el = (name, properties = {}, ...children) => {
    const element = Object.assign(document.createElement(name), properties);
    element.append(...children);
    return element;
  };
  const say = (text, bad = false) => {
    find('status').textContent = text;
    find('status').className = bad ? 'bad' : '';
  };

  const [given, asked] = location.hash.slice(1).split('/');
  if (given) sessionStorage.setItem('token', given);
  if (given) history.replaceState(null, '', '/');
  const token = sessionStorage.getItem('token') || '';

  const ask = async (path, message = {}) => {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer ' + token },
      body: JSON.stringify(message),
    });
    if (response.status === 401) throw new Error('Open the address that haft try printed: this page has no token of this start.');
    const reply = await response.json();
    if (reply.error !== undefined) throw new Error(reply.error + ' ' + (reply.hint || ''));
    return reply;
  };
  const tried = (work) => async (...all) => {
    try {
      return await work(...all);
    } catch (error) {
      say(error.message, true);
    }
  };

  let tools = [];
  let version = -1;
  let open;

  const MAX_SHOWN = 200;
  const listTools = () => {
    const words = find('search').value.toLowerCase();
    const shown = tools.filter((tool) => (tool.name + ' ' + tool.title).toLowerCase().includes(words));
    const items = shown.slice(0, MAX_SHOWN).map((tool) =>
      el('li', {}, Object.assign(el('button', { className: 'tool', textContent: tool.name, onclick: () => showTool(tool.name) }), {
        ariaCurrent: String(open !== undefined && open.name === tool.name),
      })),
    );
    const more = shown.length > MAX_SHOWN ? [el('li', { className: 'quiet', textContent: (shown.length - MAX_SHOWN) + ' more' })] : [];
    find('tools').replaceChildren(...items, ...more);
  };

  const refresh = tried(async () => {
    const reply = await ask('/api/tools');
    tools = reply.tools;
    version = reply.version;
    listTools();
    if (reply.problem) say(reply.problem, true);
    return reply;
  });

  // An empty field is not sent: the tool has its own default.
  const inputFor = (field) => {
    const { name, type, values, preset } = field;
    const id = 'field-' + name;
    const placeholder = preset === undefined ? '' : 'default: ' + JSON.stringify(preset);
    if (values || type === 'boolean') {
      const choices = (values || [true, false]).map((value) => el('option', { value: JSON.stringify(value), textContent: String(value) }));
      return el('select', { id }, el('option', { value: '', textContent: placeholder || 'not given' }), ...choices);
    }
    const isText = type === 'string';
    return isText
      ? el('textarea', { id, rows: 1, placeholder })
      : el('input', { id, type: 'text', placeholder: placeholder || (type === 'integer' || type === 'number' ? type : 'JSON') });
  };
  const valueOf = ({ name, type, values }) => {
    const text = find('field-' + name).value;
    if (text === '') return undefined;
    if (type === 'string' && !values) return text;
    try {
      return JSON.parse(text);
    } catch {
      return text;
    }
  };
  const argumentsNow = () => {
    const entries = open.parameters.map((field) => [field.name, valueOf(field)]);
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  };
  const fill = (values) => {
    for (const { name, type, values: fixed } of open.parameters) {
      const value = values[name];
      find('field-' + name).value = value === undefined ? '' : type === 'string' && !fixed ? value : JSON.stringify(value);
    }
    preview();
  };

  const preview = tried(async () => {
    const { text } = await ask('/api/preview', { tool: open.name, arguments: argumentsNow() });
    find('preview').textContent = text;
  });

  const showTool = tried(async (name) => {
    open = await ask('/api/tool', { tool: name });
    const { description, effect, place, parameters, recorded, result } = open;
    const fields = parameters.flatMap((field) => {
      const label = el('label', { textContent: field.name + (field.required ? ' (required) ' : ' ') }, el('small', { textContent: field.description }));
      label.htmlFor = 'field-' + field.name;
      return [label, inputFor(field)];
    });
    const form = el('form', { className: 'form', onsubmit: (event) => { event.preventDefault(); call(false); }, oninput: () => preview() }, ...fields,
      el('div', { className: 'row' }, el('button', { type: 'submit', textContent: 'Call' }),
        ...recorded.slice(0, 8).map((values) => el('button', { type: 'button', textContent: JSON.stringify(values).slice(0, 60), title: 'Use the arguments of this recorded call', onclick: () => fill(values) }))));
    find('main').replaceChildren(
      el('h2', { textContent: open.name }), el('p', { className: 'quiet', textContent: place + ', ' + effect }),
      el('pre', { textContent: description }), form,
      el('h3', { textContent: 'What is sent' }), el('pre', { id: 'preview' }),
      el('h3', { textContent: 'result: in the spec' }), el('pre', { id: 'mapping', textContent: Object.keys(result).length > 0 ? JSON.stringify(result, null, 2) : 'none' }),
      el('div', { id: 'view' }), el('div', { id: 'answer' }),
    );
    listTools();
    preview();
    if (open.view && open.given) showView(argumentsNow(), open.given);
  });

  const call = tried(async (agreed) => {
    say('Calling ...');
    const reply = await ask('/api/call', { tool: open.name, arguments: argumentsNow(), agreed });
    if (reply.ask) {
      const yes = el('button', { type: 'button', textContent: 'Yes, call it', onclick: () => call(true) });
      const no = el('button', { type: 'button', textContent: 'No', onclick: () => find('answer').replaceChildren() });
      find('answer').replaceChildren(el('div', { className: 'row' }, el('strong', { textContent: reply.ask }), yes, no));
      say('The call was not made yet.');
      yes.focus();
      return;
    }
    showAnswer(reply);
    say((reply.success ? 'Success' : 'Failure') + ' in ' + reply.milliseconds + ' ms.', !reply.success);
  });

${VIEW_HOST}
  const pictures = (result) => (result.content || []).flatMap((block) =>
    block.type === 'image' ? [el('img', { alt: 'Image of the result', src: 'data:' + block.mimeType + ';base64,' + block.data })] : []);

  const showAnswer = ({ answer, success, result, source }) => {
    if (open.view) showView(argumentsNow(), result);
    const field = el('input', { type: 'text', id: 'pick-name', placeholder: 'name of the value' });
    const label = el('label', { textContent: 'Field of the result' });
    label.htmlFor = 'pick-name';
    const canPick = source !== undefined && open.mapped;
    const picks = canPick ? [label, el('p', { className: 'quiet', textContent: 'Click a value: its pointer goes into result:, its type into returns:.' }), field] : [];
    const left = source === undefined
      ? [el('p', { className: 'quiet', textContent: 'There is no answer to read from.' })]
      : [...picks, el('div', { className: 'tree' }, tree(source, '', canPick && ((pointer, name) => pick(answer, pointer, field.value || name))))];
    const buttons = [
      el('button', { type: 'button', textContent: 'Record this call', onclick: tried(async () => say((await ask('/api/record', { answer })).says)) }),
      el('button', { type: 'button', textContent: 'Undo the last pick', onclick: tried(async () => { say((await ask('/api/undo')).says); await again(); }) }),
    ];
    find('answer').replaceChildren(
      el('div', { className: 'two' },
        el('section', {}, el('h3', { textContent: 'Answer' }), ...left),
        el('section', {}, el('h3', { textContent: success ? 'Result, as a model gets it' : 'Failure, as a model gets it' }), ...pictures(result), el('pre', { id: 'result', textContent: JSON.stringify(result, null, 2) }))),
      el('div', { className: 'row' }, ...(answer === undefined ? [] : buttons)),
    );
  };

  const again = async () => {
    const { result } = await ask('/api/tool', { tool: open.name });
    find('mapping').textContent = Object.keys(result).length > 0 ? JSON.stringify(result, null, 2) : 'none';
  };
  const pick = tried(async (answer, pointer, name) => {
    say((await ask('/api/pick', { answer, pointer, field: name })).says);
    await again();
  });

  const nameFor = (pointer) => {
    const last = pointer.split('/').filter((token) => !/^[0-9]*$/.test(token)).pop() || 'value';
    return last.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase().replace(/[^a-z0-9]+/g, '_').replace(/^[^a-z]+|_+$/g, '') || 'value';
  };
  const valueButton = (text, pointer, onpick) => onpick
    ? el('button', { type: 'button', className: 'value', textContent: text, title: 'Pick ' + (pointer || 'everything'), onclick: () => onpick(pointer, nameFor(pointer)) })
    : el('span', { textContent: text });
  const tree = (value, pointer, onpick) => {
    if (typeof value !== 'object' || value === null) return valueButton(JSON.stringify(value), pointer, onpick);
    const entries = Object.entries(value);
    const size = Array.isArray(value) ? 'list of ' + entries.length : entries.length + ' values';
    const list = el('ul');
    const details = el('details', {}, el('summary', {}, valueButton(size, pointer, onpick)), list);
    const render = () => {
      if (!details.open || list.childElementCount > 0) return;
      const items = entries.slice(0, MAX_SHOWN).map(([key, one]) =>
        el('li', {}, key + ': ', tree(one, pointer + '/' + key.replaceAll('~', '~0').replaceAll('/', '~1'), onpick)));
      list.append(...items, ...(entries.length > MAX_SHOWN ? [el('li', { textContent: (entries.length - MAX_SHOWN) + ' more' })] : []));
    };
    details.addEventListener('toggle', render);
    details.open = pointer.split('/').length < 4;
    render();
    return details;
  };

  find('search').addEventListener('input', listTools);
  const follow = async () => {
    for (;;) {
      try {
        await ask('/api/changed', { version });
      } catch {
        say('haft try has ended.', true);
        return;
      }
      await refresh();
      if (open) await tried(again)();
    }
  };
  refresh().then((reply) => {
    if (!reply) return;
    const wanted = asked && decodeURIComponent(asked);
    const fits = reply.tools.filter(({ name }) => [name, name.replace('/', '.'), name.slice(name.indexOf('/') + 1)].includes(wanted));
    if (fits.length === 1) showTool(fits[0].name);
    if (fits.length > 1) say('Tool name "' + wanted + '" is ambiguous. Choose one: ' + fits.map(({ name }) => name).join(', '), true);
    follow();
  });
})();
`;
