/** The playground: the compiler beside an editor, in the browser of the reader. Texts of specs enter the page as text alone. */
import { yaml } from '@codemirror/lang-yaml';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic as Mark, lintGutter, setDiagnostics } from '@codemirror/lint';
import { tags } from '@lezer/highlight';
import { EditorView, basicSetup } from 'codemirror';
import { type Compiled, compile } from '../compiler/compile.ts';
import { type Diagnostic, positionAt } from '../compiler/base/diagnostic.ts';
import { listedAndRest } from '../compiler/emit/server/descriptor.ts';
import { decisionRows, foldedChanges } from '../compiler/report/changes/rows.ts';
import { sentenceOf } from '../compiler/report/changes/sentence.ts';
import { compareVersions } from '../compiler/versions/against-release.ts';
import { EXAMPLE } from './playground-example.ts';
import { readState, stateIn } from './playground-state.ts';

const FILE = 'specs/playground.yaml';
const DEPRECATION_DAYS = 90;

interface Shown {
  readonly diagnostics: readonly Diagnostic[];
  /** Absent while the specs have errors. */
  readonly compiled: Compiled | undefined;
  readonly text: string;
}

interface Tab {
  readonly title: (shown: Shown) => string;
  readonly nodes: (shown: Shown) => readonly Node[];
}

function el(
  name: string,
  properties: Readonly<Record<string, string>> = {},
  ...children: (Node | string)[]
): HTMLElement {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

function findings({ diagnostics, text }: Shown): Node[] {
  if (diagnostics.length === 0) return [el('p', {}, 'Nothing to report.')];
  return diagnostics.map(({ code, severity, message, hint, span }) => {
    const { line, column } = positionAt(text, span.start);
    const place = el('button', { type: 'button', class: 'place' }, `${line}:${column}`);
    place.addEventListener('click', () => select(span.start, span.end));
    const head = el('p', {}, place, ' ', el('strong', { class: severity }, severity), ' ', el('code', {}, code));
    return el(
      'article',
      {},
      head,
      el('p', {}, message),
      ...(hint === undefined ? [] : [el('p', { class: 'hint' }, hint)]),
    );
  });
}

function listedTools({ compiled }: Shown): Node[] {
  if (!compiled) return [waiting()];
  return compiled.plan.servers.flatMap(({ name, tools }) => [
    el('h2', {}, name),
    el('pre', {}, JSON.stringify({ tools: tools.map((tool) => listedAndRest(tool)[0]) }, undefined, 2)),
  ]);
}

function files(pattern: RegExp): Tab['nodes'] {
  return ({ compiled }) => {
    if (!compiled) return [waiting()];
    const found = compiled.files.filter(({ path, kind }) => kind === 'text' && pattern.test(path));
    if (found.length === 0) return [el('p', {}, 'The specs have none.')];
    return found.flatMap((file) => [el('h2', {}, file.path), el('pre', {}, file.kind === 'text' ? file.text : '')]);
  };
}

function changes({ compiled }: Shown): Node[] {
  if (!compiled) return [waiting()];
  const { changes: all } = compareVersions(released.plan, compiled, { today: TODAY, periodDays: DEPRECATION_DAYS });
  if (all.length === 0) return [el('p', {}, 'No changes since the example.')];
  const rows = decisionRows(all).map(({ verdict, owner, place, values, proof, step }) => {
    const where = [owner, place].filter((part) => part !== '').join(' · ');
    const head = el(
      'p',
      {},
      el('strong', { class: verdict.replace('not allowed', 'error') }, verdict),
      ' ',
      el('code', {}, where),
    );
    const lines = [values, proof].filter((line) => line !== '').map((line) => el('p', {}, line));
    return el('article', {}, head, ...lines, ...(step.text === '' ? [] : [el('p', { class: 'hint' }, step.text)]));
  });
  const folds = foldedChanges(all).flatMap(({ title, changes: those }) => [
    el('h2', {}, title),
    el('ul', {}, ...those.map((change) => el('li', {}, sentenceOf(change)))),
  ]);
  return [...rows, ...folds];
}

function waiting(): Node {
  return el('p', {}, 'The specs have errors: see Findings.');
}

const TABS: readonly Tab[] = [
  { title: ({ diagnostics }) => `Findings (${diagnostics.length})`, nodes: findings },
  { title: () => 'tools/list', nodes: listedTools },
  { title: () => 'SKILL.md', nodes: files(/SKILL\.md$/) },
  { title: () => 'Types', nodes: files(/tools\.ts$/) },
  { title: () => 'Changes', nodes: changes },
];

/** The day of the reader: deprecations end on a day. */
const TODAY = new Date().toISOString().slice(0, 10);

const released = planned(EXAMPLE);
const [tabs, panel] = [document.querySelector('#tabs'), document.querySelector('#panel')];
let current = 0;
let shown: Shown = look(EXAMPLE);

function look(text: string): Shown {
  const { value, diagnostics } = compile([{ path: FILE, text }], { today: TODAY });
  return { diagnostics, compiled: value, text };
}

function planned(text: string): Compiled {
  const { value } = compile([{ path: FILE, text }]);
  if (!value) throw new Error('The example has errors.');
  return value;
}

function draw(): void {
  const buttons = TABS.map(({ title }, index) => {
    const tab = el(
      'button',
      {
        type: 'button',
        role: 'tab',
        'aria-selected': String(index === current),
        tabindex: index === current ? '0' : '-1',
      },
      title(shown),
    );
    tab.addEventListener('click', () => choose(index));
    tab.addEventListener('keydown', ({ key }) => {
      if (key === 'ArrowRight' || key === 'ArrowLeft')
        choose((index + (key === 'ArrowRight' ? 1 : TABS.length - 1)) % TABS.length, true);
    });
    return tab;
  });
  tabs?.replaceChildren(...buttons);
  panel?.replaceChildren(...(TABS[current]?.nodes(shown) ?? []));
}

function choose(index: number, focus = false): void {
  current = index;
  draw();
  if (focus) tabs?.querySelectorAll('button')[index]?.focus();
}

function select(from: number, to: number): void {
  editor.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
  editor.focus();
}

const SEVERITIES = { error: 'error', warning: 'warning', note: 'info' } as const;

function marks({ diagnostics, text }: Shown): Mark[] {
  const end = text.length;
  return diagnostics.map(({ severity, message, span, code }) => ({
    from: Math.min(span.start, end),
    to: Math.min(Math.max(span.end, span.start), end),
    severity: SEVERITIES[severity],
    message: `${code}: ${message}`,
  }));
}

function update(text: string): void {
  shown = look(text);
  draw();
  editor.dispatch(setDiagnostics(editor.state, marks(shown)));
}

/** Of the style sheet, so that both themes have them. */
const COLORS = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--link)' },
  { tag: [tags.string, tags.content], color: 'var(--ink)' },
  { tag: tags.comment, color: 'var(--soft)', fontStyle: 'italic' },
  { tag: [tags.number, tags.bool, tags.keyword], color: 'var(--good)' },
]);

let timer: ReturnType<typeof setTimeout> | undefined;
const editor = new EditorView({
  doc: EXAMPLE,
  parent: document.querySelector('#editor') ?? document.body,
  extensions: [
    basicSetup,
    yaml(),
    syntaxHighlighting(COLORS),
    EditorView.lineWrapping,
    lintGutter(),
    EditorView.contentAttributes.of({ 'aria-label': 'Specs as YAML' }),
    EditorView.updateListener.of(({ docChanged, state }) => {
      if (!docChanged) return;
      clearTimeout(timer);
      timer = setTimeout(() => void keep(state.doc.toString()), 120);
    }),
  ],
});

async function keep(text: string): Promise<void> {
  update(text);
  history.replaceState(null, '', text === EXAMPLE ? location.pathname : `#${await stateIn(text)}`);
}

async function start(): Promise<void> {
  const text = (await readState(location.hash.slice(1))) ?? EXAMPLE;
  if (text === EXAMPLE) return update(text);
  editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text } });
  update(text);
}

draw();
void start();
