/** What `check` and `diff` print as the next step is run: it works, and what it is about is no longer reported. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { RULES } from '../../compiler/check/rules/index.ts';
import { CHANGES } from '../../compiler/versions/changes/index.ts';
import { diff } from '../../compiler/versions/diff.ts';
import { POLICY, STANDING, judge } from '../../compiler/versions/policy/index.ts';
import { EXAMPLE_CONFIG, exampleSpecs, planOf } from '../support/change-examples.ts';
import { temporaryFolder, writeFiles } from '../support/folder.ts';
import { everyNth } from '../support/runs.ts';
import { haft } from '../support/haft.ts';

const RELEASED = '2026-11-20';
const TODAY = ['--today', '2026-11-21'];
const LOCKED = new Set(POLICY.flatMap(({ id, locked = false }) => (locked ? id : [])));

interface Found {
  readonly code: string;
  readonly hint: string;
  readonly file: string;
  readonly line: number;
}

/** Findings that no version lets pass. */
function stopping(folder: string): readonly Found[] {
  const { diagnostics } = JSON.parse(haft(folder, 'check', '--format', 'json', ...TODAY).stdout) as {
    diagnostics: readonly (Found & { severity: string })[];
  };
  return diagnostics.filter(({ code, severity }) => severity === 'error' && LOCKED.has(code));
}

/** Whole commands in a text; one with a place to fill in is none. */
function commandsIn(text: string): readonly string[] {
  return [...text.matchAll(/`haft ((?:bump|release) [^`<]+)`/g)].map(([, command = '']) => command);
}

/** Of all changes in the comparison, as its data has them. */
function commandsOfDiff(folder: string): readonly string[] {
  const { changes } = JSON.parse(haft(folder, 'diff', '--format', 'json', ...TODAY).stdout) as {
    changes: readonly { command: string | null }[];
  };
  return changes.flatMap(({ command }) => (command === null ? [] : [command.replace(/^haft /, '')]));
}

function run(folder: string, command: string): void {
  const { code, stdout, stderr } = haft(folder, ...command.split(' '), ...TODAY);
  expect([command, code], stdout + stderr).toEqual([command, 0]);
}

/** Runs all steps in the order in which they are printed. */
function takeSteps(folder: string): void {
  const found = stopping(folder);
  const printed = [...new Set([...found.flatMap(({ hint }) => commandsIn(hint)), ...commandsOfDiff(folder)])];
  const text = haft(folder, 'diff', ...TODAY).stdout.replaceAll(/\n {5}/g, ' ');
  const [first = '', ...rest] = text
    .slice(text.indexOf('\nNext\n'))
    .split(/\n {2}\d+\. /)
    .slice(1);
  if (found.length > 0)
    expect(`${first} ${rest.join(' ')}`, 'no version is named while one is not known').not.toMatch(/ \d+\.\d+\.\d+/);
  for (const command of commandsIn(first))
    expect(printed.length === 0 || printed.includes(command), command).toBe(true);
  for (const command of printed) run(folder, command);
  if (printed.length > 0) expect(stopping(folder)).toEqual([]);
}

const HANDLERS = ['searchBooks', 'findBooks', 'searchBooksV2', 'listShelves', 'getBook', 'lookUpBooks']
  .map((name) => `export const ${name} = () => ({});\n`)
  .join('');

const filesOf = (...example: Parameters<typeof exampleSpecs>): Record<string, string> => {
  const files = exampleSpecs(...example).map(({ path, text }) => [path, text]);
  const beside = [...example[1].matchAll(/^# (references\/\S+): (.*)$/gm)].map(([, path, text]) => [
    `specs/${path}`,
    text,
  ]);
  return { ...Object.fromEntries(files), ...Object.fromEntries(beside) };
};

/** What an example is about is not what is wrong with its specs. */
const OFF = Object.fromEntries([
  ...RULES.flatMap(({ id, locked = false }) => (locked ? [] : [[id, 'off']])),
  ['version/evals-stale', 'off'],
]);

const CONFIG = stringify({
  profiles: EXAMPLE_CONFIG.profiles,
  rules: OFF,
});

/** Both directions of every kind whose example a rule of versions stops; a default run judges an eighth of the kinds. */
const STOPPED = everyNth(8, CHANGES).flatMap(({ id, scope, example }) =>
  [example, { before: example.after, after: example.before }].flatMap(({ before, after }, index) => {
    const [old, now] = [planOf({ scope }, before), planOf({ scope }, after)];
    const judgments = judge(old, now, diff(old, now), { today: '2026-11-21', periodDays: 90 }, STANDING);
    const isStopped = judgments.some(({ kind, level }) => level === 'breaking' && LOCKED.has(kind));
    return isStopped ? [[index === 0 ? id : `${id}, backwards`, scope, before, after] as const] : [];
  }),
);

describe('the example of a kind of change', () => {
  test.each(STOPPED)('%s', (_id, scope, before, after) => {
    const old = filesOf(scope, before);
    const handlers = Object.keys(old).map((path) => [path.replace(/[^/]*$/, 'handlers.ts'), HANDLERS]);
    const folder = temporaryFolder({ ...Object.fromEntries(handlers), ...old, 'haft.yaml': CONFIG });
    const released = haft(folder, 'release', '--today', RELEASED);
    expect(released.code, released.stdout + released.stderr).toBe(0);
    for (const path of Object.keys(old)) rmSync(join(folder, path));
    writeFiles(folder, filesOf(scope, after));
    takeSteps(folder);
  });
});

const TOOLS = ['list_orders', 'show_log', 'cancel_order'];
const toolText = (name: string, count = 'maximum: 50'): string => `  - name: ${name}
    description: { does: "Does ${name.replaceAll('_', ' ')} of the shop.", when: "the user wants ${name.replaceAll('_', ' ')}", examples: ["${name.replaceAll('_', ' ')} now"] }
    parameters:
      count: { type: integer, minimum: 1, ${count}, default: 5, description: How many to show. }
    effects: read
    returns: { type: object, properties: { lines: { type: array, items: { type: string } } }, required: [lines] }
    command: { argv: [git, ${name}, "-n{count}"], stdout: lines }
`;
const serverText = (name: string, tools: readonly string[]): string =>
  `kind: server\nname: ${name}\nversion: 1.0.0\nsummary: Orders of the ${name}.\ntools:\n${tools.join('')}`;
const SHOP = TOOLS.map((name) => toolText(name));
const NARROW = toolText('list_orders', 'maximum: 9');
const [LIST = '', LOG = '', CANCEL = ''] = SHOP;
const CHANGED_LOG = LOG.replace('name: show_log', 'name: show_changes');
const CATALOG = toolText('find_item');

type Servers = Readonly<Record<string, readonly string[]>>;

/** Specs by server, released and edited; `next`: how a step begins that no command takes alone. */
const EDITS: readonly (readonly [name: string, before: Servers, after: Servers, next?: RegExp])[] = [
  ['a breaking edit', { shop: SHOP }, { shop: [NARROW, LOG, CANCEL] }],
  ['a tool that was renamed', { shop: SHOP }, { shop: [LIST, CHANGED_LOG, CANCEL] }],
  ['a tool that moved to a new server', { shop: SHOP }, { shop: [LIST, CANCEL], catalog: [LOG] }],
  [
    'a tool that moved to another server',
    { shop: SHOP, catalog: [CATALOG] },
    { shop: [LIST, CANCEL], catalog: [CATALOG, LOG] },
  ],
  ['two tools that moved', { shop: SHOP }, { shop: [CANCEL], catalog: [LIST, LOG] }],
  ['a server that was renamed, and a breaking edit', { shop: SHOP }, { store: [NARROW, LOG, CANCEL] }],
  ['a server and a tool that were renamed', { shop: SHOP }, { store: [LIST, CHANGED_LOG, CANCEL] }],
  [
    'a server and a tool that were renamed, and a breaking edit',
    { shop: SHOP },
    { store: [NARROW, CHANGED_LOG, CANCEL] },
  ],
  [
    'a server that was renamed next to one with the same tools',
    { shop: SHOP, depot: SHOP },
    { store: [NARROW, LOG, CANCEL], depot: SHOP },
  ],
  [
    'a breaking edit where another server has the tool',
    { shop: SHOP, depot: SHOP },
    { shop: [NARROW, LOG, CANCEL], depot: SHOP },
  ],
  [
    'a tool that is gone, where another server has the name',
    { shop: SHOP, depot: SHOP },
    { shop: [LIST, CHANGED_LOG, CANCEL], depot: SHOP },
  ],
  [
    'a server that is gone',
    { shop: SHOP, catalog: [CATALOG] },
    { catalog: [CATALOG] },
    /^Restore the spec of server "shop" from version control/,
  ],
  [
    'a server whose tools are all in another one',
    { shop: SHOP, catalog: [CATALOG] },
    { catalog: [CATALOG, ...SHOP] },
    /^Restore the spec of server "shop"/,
  ],
  [
    'a tool that is gone without a successor',
    { shop: SHOP },
    { shop: [LIST, CANCEL] },
    /^Run `haft bump --restore show_log --use <tool>`/,
  ],
];

const specsOf = (servers: Servers): Record<string, string> =>
  Object.fromEntries(Object.entries(servers).map(([name, tools]) => [`specs/${name}.yaml`, serverText(name, tools)]));

function editedProject(before: Servers, after: Servers): string {
  const folder = temporaryFolder({ ...specsOf(before), 'haft.yaml': stringify({ rules: OFF }) });
  const released = haft(folder, 'release', '--today', RELEASED);
  expect(released.code, released.stdout + released.stderr).toBe(0);
  for (const name of Object.keys(before)) rmSync(join(folder, `specs/${name}.yaml`));
  writeFiles(folder, specsOf(after));
  return folder;
}

/** Writes the comment of each hint above its line. */
function ignoreAll(folder: string, found: readonly Found[]): void {
  const lines = new Map(found.map(({ file, line, hint }) => [`${file}:${line}`, { file, line, hint }]));
  for (const { file, line, hint } of [...lines.values()].toSorted((a, b) => b.line - a.line)) {
    const comment = /`(# haft-ignore [^`]*)`/.exec(hint)?.[1]?.replace('<reason>', 'No callers are left.') ?? '';
    const text = readFileSync(join(folder, file), 'utf8').split('\n');
    writeFiles(folder, { [file]: text.toSpliced(line - 1, 0, comment).join('\n') });
  }
}

test.each(everyNth(2, EDITS).map((edit) => [edit[0], edit] as const))(
  '%s: the steps can be taken, and the result can be released',
  (_name, edit) => {
    const [, before, after, next] = edit;
    const folder = editedProject(before, after);
    expect(stopping(folder)).not.toEqual([]);
    if (next) {
      for (const { hint } of stopping(folder)) expect(hint).toMatch(next);
      if (!stopping(folder).some(({ hint }) => hint.includes('haft-ignore')))
        return run(folder, 'bump --restore show_log --use list_orders');
      ignoreAll(folder, stopping(folder));
    } else takeSteps(folder);
    expect(stopping(folder)).toEqual([]);
    run(folder, 'release --raise');
  },
);

test('while a change is not allowed, a release names the command and no version', () => {
  const folder = editedProject({ shop: SHOP }, { shop: [NARROW, LOG, CANCEL] });
  const { code, stdout, stderr } = haft(folder, 'release', '--raise', ...TODAY);
  expect([code, stdout + stderr]).toEqual([1, expect.stringContaining('`haft bump list_orders`')]);
  expect(stdout + stderr).not.toContain('version/not-raised');
  run(folder, 'bump list_orders');
  expect(haft(folder, 'release', '--raise', ...TODAY).stdout).toContain('1.0.0 → 1.1.0');
});

test('after a server was renamed, bump says which tool is as it was released', () => {
  const folder = editedProject({ shop: SHOP }, { store: [NARROW, LOG, CANCEL] });
  for (const name of ['list_orders', 'shop.list_orders', 'store.list_orders'])
    expect(haft(folder, 'bump', name, '--dry-run', ...TODAY).stdout).toMatch(
      /"list_orders_v2" is the successor\.\n[^\n]*"list_orders" is as it was released\./,
    );
});
