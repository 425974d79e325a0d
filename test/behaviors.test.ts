/** Behaviors are cells: nothing else names their kinds, and every rule, repair and comparison sees a `file:` tool. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BEHAVIORS } from '../compiler/spec/behaviors/index.ts';
import { settingsOf } from '../compiler/check/settings.ts';
import { fixSpecs } from '../compiler/cli/fix/repair.ts';
import { planSpecs } from '../compiler/plan/plan-specs.ts';
import { diff } from '../compiler/versions/diff.ts';
import { contractText, readContract } from '../compiler/plan/contract.ts';
import type { Plan } from '../compiler/plan/model.ts';
import { releasedSpec } from '../compiler/plan/released-spec.ts';
import { BY_COMPARISON } from './support/fix-settings.ts';

const ROOT = join(import.meta.dirname, '..');
const NOT_FOUND = 'not_found: { error: There is no such note., retry_hint: Call list_notes first. }';
const FILE = `file: { folder: "{env.NOTES}", path: "{path}.md", ${NOT_FOUND} }`;
const ENV = 'env: { NOTES: { description: Folder of the notes. } }';

/** A project with one tool; `keys` are its further keys. */
function specOf(behavior: string, { effects = 'read', keys = '', server = ENV } = {}): string {
  return `kind: server
name: notes
version: 1.0.0
summary: Reads notes.
${server}
tools:
  - name: read_note
    description: { does: Reads a note of the user., when: the user asks what a note says, examples: [What does my note on bees say?] }
    effects: ${effects}
    parameters:
      path: { type: string, description: Name of the note. }
      start: { type: integer, minimum: 1, default: 1, description: First line. }
    required: [path]
    ${behavior}
    ${keys}
`;
}

const filesOf = (text: string): { path: string; text: string }[] => [{ path: 'specs/notes.yaml', text }];

function found(...spec: Parameters<typeof specOf>): string[] {
  const { diagnostics } = planSpecs(filesOf(specOf(...spec)), { settings: settingsOf({}) });
  return diagnostics.map(({ code, message }) => `${code}: ${message}`);
}

function planOf(...spec: Parameters<typeof specOf>): Plan {
  const { value, diagnostics } = planSpecs(filesOf(specOf(...spec)), { settings: settingsOf({}) });
  if (!value) throw new Error(JSON.stringify(diagnostics));
  return value.plan;
}

test('no code outside the cells lists or switches over kinds, or reads the key of one', () => {
  const kinds = BEHAVIORS.map(({ key }) => key).join('|');
  const listed = new RegExp(`'(?:${kinds})', ?'(?:${kinds})'|case '(?:${kinds})':`);
  const read =
    /\bspec\??\.(?:http|command|file)\b|\btool\??\.(?:http|command)\b|\{[^{}\n]*\b(?:http|command)\b[^{}\n]*\}[^\n]*: ?ToolSpec/;
  const rooms = ['check', 'plan', 'versions', 'emit', 'spec/shape', 'report'].map((room) => `compiler/${room}`);
  const files = rooms.flatMap((room) =>
    readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' }).map((path) => join(room, path)),
  );
  const sources = [
    ...files.filter((path) => path.endsWith('.ts') && !path.includes('.generated.')),
    'runtime/server/call.ts',
  ];
  expect(sources.length).toBeGreaterThan(300);
  const naming = sources.filter((path) => {
    const text = readFileSync(join(ROOT, path), 'utf8');
    return listed.test(text) || (path.startsWith('compiler/check/') && read.test(text));
  });
  expect(naming).toEqual([]);
});

describe('a file tool is judged by', () => {
  test('no rule where it is right', () => {
    const codes = found(FILE).filter((one) => !/^(?:tool|eval)\/(?:evals|examples|parameter-unused)/.test(one));
    expect(codes).toEqual([]);
  });

  test('tool/behaviour', () => {
    expect(found(FILE, { keys: 'handler: notes.ts' })).toContainEqual(
      expect.stringMatching(/^tool\/behaviour: .*"file:" and "handler:"/),
    );
  });

  test('tool/hidden-text', () => {
    const hidden = FILE.replace('no such note.', '"no such\u200b\u202enote.').replace('note., retry', 'note.", retry');
    expect(found(hidden.replace('There is "', '"There is '))).toContainEqual(
      expect.stringMatching(/^tool\/hidden-text/),
    );
  });

  test('tool/errors-structured', () => {
    expect(found(FILE.replace('There is no such note.', 'Error 404'))).toContainEqual(
      'tool/errors-structured: Error message "Error 404" does not name what happened.',
    );
  });

  test('server/secret-literal', () => {
    const secret = FILE.replace('{path}.md', 'token=Zk3vT9qLx7Rb2NwYp8Hd4Jm6/{path}.md');
    expect(found(secret)).toContainEqual(expect.stringMatching(/^server\/secret-literal: "path" of tool "read_note"/));
  });

  test('server/env-unused: a folder is a use, and another variable is still unused', () => {
    const server = 'env: { NOTES: { description: Folder. }, OTHER: { description: Another folder. } }';
    const unused = found(FILE, { server }).filter((one) => one.startsWith('server/env-unused'));
    expect(unused).toEqual(['server/env-unused: Environment variable "OTHER" is not used.']);
  });

  test.each([
    ['an unknown variable', 'path: "{pth}"', /"\{pth\}" is not a parameter/],
    ['an undeclared variable of the environment', 'folder: "{env.NOTS}"', /"NOTS" is not declared/],
    ['a path that may be absent', 'path: "{start}{path}{env.NOTES}{note}"', /"\{note\}" is not a parameter/],
    ['a folder that the model chooses', 'folder: "/srv/{path}"', /must not depend on an argument/],
    ['a relative folder', 'folder: notes', /is not an absolute path/],
    ['a relative fallback', 'folder: "{env.NOTES|notes}"', /is not an absolute path/],
    ['a path upwards', 'path: "a/../../{path}"', /does not stay below the folder/],
    ['an absolute path', 'path: /etc/hosts', /does not stay below the folder/],
    ['lines by a text', 'lines: { start: "{path}" }', /expected one integer parameter/],
    ['lines by two', 'lines: { count: "{start}{start}" }', /expected one integer parameter/],
    ['lines of bytes', 'format: bytes, lines: { start: "{start}" }', /Bytes have no lines/],
  ])('server/binding-complete: %s', (_what, change, message) => {
    const keys = { folder: 'folder: "{env.NOTES}"', path: 'path: "{path}"' };
    const [key = ''] = change.split(':');
    const behavior = `file: { ${Object.values({ ...keys, [key]: change }).join(', ')} }`;
    expect(found(behavior)).toContainEqual(expect.stringMatching(message));
  });

  test('tool/effects-declared: it is a read', () => {
    expect(found(FILE, { effects: 'write' })).toContainEqual(expect.stringMatching(/^tool\/effects-declared/));
  });
});

test('a parameter of a file tool is renamed where the file names it', async () => {
  const text = specOf('file: { folder: "{env.NOTES}", path: "{notePath}.md", lines: { start: "{start}" } }')
    .replace('      path: {', '      notePath: {')
    .replace('[path]', '[notePath]');
  const { specs } = await fixSpecs(filesOf(text), BY_COMPARISON);
  const fixed = specs[0]?.text ?? '';
  expect(fixed).toContain('path: "{note_path}.md"');
  expect(fixed).not.toContain('notePath');
});

describe('a file tool that was released', () => {
  const kindsOf = (after: string): string[] => diff(planOf(FILE), planOf(after)).map(({ kind }) => kind);

  test('is compared: the file, the texts of its failure, its kind', () => {
    expect(kindsOf(FILE.replace('.md', '.txt'))).toEqual(['tool/file']);
    expect(kindsOf(FILE.replace('Call list_notes first.', 'Ask the user.'))).toEqual(['tool/failure-words']);
    expect(kindsOf(FILE.replace(`, ${NOT_FOUND}`, ''))).toEqual(['tool/failures']);
    expect(kindsOf('command: { argv: [cat, "{env.NOTES}/{path}"] }')).toContain('tool/behaviour-kind');
  });

  test('is read from a contract, and rejected where it was changed by hand', () => {
    const text = contractText(planOf(FILE));
    expect(readContract(text)).toHaveProperty('plan');
    expect(readContract(text.replace('"format": "text"', '"format": "pdf"'))).toMatchObject({
      problem: expect.stringMatching(/format is not one of text, bytes/),
    });
  });

  test('is written as a spec that plans to it again', () => {
    const tool = planOf(FILE).servers[0]?.tools[0];
    const keys = tool && releasedSpec(tool, undefined);
    const again = planOf(`file: ${JSON.stringify(keys?.['file'])}`).servers[0]?.tools[0];
    expect(again?.behavior).toEqual(tool?.behavior);
  });
});

/** Each behavior with an optional parameter where it needs a value. */
const NEEDS: readonly (readonly [behavior: string, server: string])[] = [
  [
    'http: { connection: api, request: "GET /notes/{title}" }',
    `${ENV}\nconnections: { api: { base_url: "https://api.example" } }`,
  ],
  ['command: { argv: [cat], cwd: "/notes/{title}", stdout: text }', ENV],
  ['file: { folder: "{env.NOTES}", path: "{title}.md" }', ENV],
  [
    'sql: { database: notes, statement: "select 1 as one where {title} = {path}" }',
    `${ENV}\ndatabases: { notes: { kind: sqlite, folder: "{env.NOTES}", path: a.db } }`,
  ],
];

test.each(NEEDS)('%s: what the user is asked for is always there', (behavior, server) => {
  const title = 'title: { type: string, description: Title of the note. }';
  const spec = specOf(behavior, { server }).replace('    required:', `      ${title}\n    required:`);
  const optional = (text: string): string[] =>
    planSpecs(filesOf(text), { settings: settingsOf({}) })
      .diagnostics.map(({ message }) => message)
      .filter((message) => message.includes('"title" is optional'));
  expect(optional(spec)).not.toEqual([]);
  expect(optional(`${spec}    ask: [title]\n`)).toEqual([]);
});
