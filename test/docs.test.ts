/** Every link of the documents leads somewhere, and printed documents have what readers look for. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { COMMANDS } from '../compiler/cli/main.ts';
import { planSpecs } from '../compiler/plan/plan-specs.ts';
import type { Diagnostic } from '../compiler/base/diagnostic.ts';
import { treeOf } from './support/folder.ts';
import { SPEC_SCHEMA } from '../compiler/check/documents/language.ts';
import { isObject } from '../runtime/language/json.ts';
import { MODEL_HOSTS } from '../compiler/spec/hosts/index.ts';

const ROOT = join(import.meta.dirname, '..');

test('each key of the language has an example, and failures have one table in a section', () => {
  const tables = readFileSync(join(ROOT, 'docs/spec-language.md'), 'utf8')
    .split('| key | type | description | example |\n|---|---|---|---|\n')
    .slice(1)
    .map((text) => text.split('\n').filter((line) => line.startsWith('| ')));
  expect(tables.flat().length).toBeGreaterThan(250);
  const bare = tables.flat().filter((line) => line.endsWith('| |'));
  expect(bare, 'Write an example of these keys into scripts/key-examples.yaml, then run `npm run fix`.').toEqual([]);
  const isFailure = (rows: readonly string[]): boolean =>
    rows.length === 3 && rows.some((line) => line.startsWith('| **`retry_hint`**'));
  // One for servers, one for tools, one for the evals of settings.
  expect(tables.filter(isFailure)).toHaveLength(3);
});

/** Each key with its description, whatever keyword of JSON Schema leads to it. */
function keysIn(node: unknown): (readonly [key: string, description: string])[] {
  if (Array.isArray(node)) return node.flatMap(keysIn);
  if (!isObject(node)) return [];
  return Object.entries(node).flatMap(([word, value]) => {
    if (['if', 'default', 'enum', 'const'].includes(word)) return [];
    if (word !== 'properties' || !isObject(value)) return keysIn(value);
    return Object.entries(value).flatMap(([key, one]) => [
      [key, String((isObject(one) && one['description']) || '')] as const,
      ...keysIn(one),
    ]);
  });
}

test('each key that the schema has anywhere is a row of the page about the language, with its description', () => {
  const rows = readFileSync(join(ROOT, 'docs/spec-language.md'), 'utf8').split('\n');
  const keys = new Map(keysIn(SPEC_SCHEMA.$defs).map((one) => [one.join(': '), one]));
  expect(keys.size).toBeGreaterThan(300);
  const missing = [...keys].filter(([, [key, description]]) => {
    const cell = description.replaceAll('|', '\\|').replaceAll('\n', ' ');
    return !rows.some((row) => /^\| (?:\*\*)?`([^`]+)`/.exec(row)?.[1] === key && row.includes(cell));
  });
  expect(missing.map(([name]) => name)).toEqual([]);
});

test('the skill about local models says of agents what `haft install --local-model` writes, and names that first', () => {
  const page = readFileSync(join(ROOT, 'specs/model-runner/references/agents.md'), 'utf8');
  const sections = page.split(/^## /m);
  const agents = sections.find((text) => text.startsWith('Agents that accept a local model\n')) ?? '';
  expect(agents.indexOf('haft install --local-model')).toBeLessThan(agents.indexOf('127.0.0.1'));
  for (const { id, localModel } of MODEL_HOSTS) {
    expect(agents, id).toContain(`(\`${id}\`)`);
    for (const { path } of localModel.settings({ address: 'http://127.0.0.1:11434', model: '<model>' }))
      for (const key of path) expect(agents, `${id}: ${key}`).toContain(key);
  }
  // No second story: an address of the runner stands only in what is printed.
  const others = sections.slice(1).filter((text) => text !== agents);
  expect(others.filter((text) => /baseURL|base_url|OLLAMA_HOST|GOOSE_PROVIDER|_API_BASE/.test(text))).toEqual([]);
});

const PAGES = ['README.md', 'AGENTS.md', 'ARCHITECTURE.md', 'compiler/README.md', ...pagesBelow('docs')];

function pagesBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? pagesBelow(path) : path.endsWith('.md') ? [path] : [];
  });
}

test('links lead to files that are there', () => {
  const lost = PAGES.flatMap((page) => {
    const text = readFileSync(join(ROOT, page), 'utf8').replaceAll(/```[^]*?```/g, '');
    const links = [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map((match) => match[1] ?? '');
    return links
      .filter((link) => !/^[a-z]+:/.test(link) && !existsSync(join(ROOT, dirname(page), link)))
      .map((link) => `${page}: ${link}`);
  });
  expect(lost).toEqual([]);
});

test('commands that the documents show exist', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const named = PAGES.flatMap((page) =>
    [...readFileSync(join(ROOT, page), 'utf8').matchAll(/npm run ([a-z:]+)/g)].map((match) => match[1] ?? ''),
  );
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

test('every command in a message, a hint or a page exists, with its flags', async () => {
  const sources = ['cli', 'edge', 'features', 'check', 'versions', 'spec', 'report', '../docs'].flatMap((folder) =>
    Object.entries(treeOf(join(ROOT, 'compiler', folder))).map(([path, text]) => [`${folder}/${path}`, text] as const),
  );
  const texts = sources.filter(
    ([path]) => /\.(?:ts|md|yaml)$/.test(path) && !/(?:^|\/)(?:dist|node_modules|adr)\//.test(path),
  );
  const flags = new Map<string, ReadonlySet<string>>();
  for (const [name, load] of Object.entries(COMMANDS)) flags.set(name, new Set(Object.keys((await load()).flags)));
  const shown = texts.flatMap(([path, text]) =>
    [...text.matchAll(/(?<=\\?`(?:npx )?)haft ([a-z]+)((?: [^`\n]*?)?)\\?`/g)].map(([, name = '', rest = '']) => ({
      path,
      name,
      rest,
    })),
  );
  expect(shown.length).toBeGreaterThan(100);
  const wrong = shown.filter(({ name, rest }) => {
    const own = flags.get(`${name} ${/^ ([a-z]+)/.exec(rest)?.[1] ?? ''}`) ?? flags.get(name);
    const named = [...rest.matchAll(/ --([a-z][a-z-]*)/g)].map(([, flag = '']) => flag);
    return name !== 'help' && !(own && named.every((flag) => flag === 'help' || own.has(flag)));
  });
  expect(wrong).toEqual([]);
});

test('the README uses a term before it says what that is', () => {
  const [, intro = ''] = readFileSync(join(ROOT, 'README.md'), 'utf8').split(/^\*\*Compile.*$/m);
  // Where each is explained it is in italics, which may go over two lines.
  for (const term of ['tools', 'tool server', 'host', 'MCP', 'skill']) {
    const first = new RegExp(`(\\*?)\\b${term.replace(' ', '\\s')}\\b`).exec(intro);
    expect([term, first?.[1]]).toEqual([term, '*']);
  }
});

test('the spec of the README has no errors, and the mistake in it is reported as printed', () => {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const [, spec = ''] = /## A spec\n\n```yaml\n([^]*?)```/.exec(readme) ?? [];
  const path = 'specs/library/server.yaml';
  const check = (text: string): readonly Diagnostic[] =>
    planSpecs([{ path, text }]).diagnostics.filter(({ severity }) => severity === 'error');
  expect(check(spec)).toEqual([]);
  const broken = spec.replace('default: 10', 'default: 0');
  const mistakes = check(broken);
  expect(mistakes).toHaveLength(1);
  for (const { code, message, hint = '', span } of mistakes) {
    const lines = broken.slice(0, span.start).split('\n');
    const place = `${path}:${lines.length}:${(lines.at(-1)?.length ?? 0) + 1}`;
    expect(readme).toContain(`${place} error ${code}\n  ${message}\n`);
    expect(readme).toContain(`  hint: ${hint}\n`);
  }
});

test('maps, internals and decisions name files that exist', () => {
  const pages = ['AGENTS.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'docs/internals.md', ...pagesBelow('docs/adr')];
  const lost = pages.flatMap((page) =>
    [...readFileSync(join(ROOT, page), 'utf8').matchAll(/`((?:[\w-]+\/)+[\w-]+\.(?:ts|mjs|yaml))`/g)].flatMap(
      ([, path = '']) =>
        ['', 'compiler', 'runtime'].some((room) => existsSync(join(ROOT, room, path))) ? [] : [`${page}: ${path}`],
    ),
  );
  expect(lost).toEqual([]);
});
