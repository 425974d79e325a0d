/** What an import says of itself is true: names in commands, counts, hints, and what is left of a comment. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { CATALOGS } from '../../compiler/check/analysis/tables/catalogs.ts';
import { importDatabase, listText } from '../../compiler/features/import/database/import-database.ts';
import { lossFindings } from '../../compiler/features/import/findings.ts';
import type { Loss } from '../../compiler/features/import/imported.ts';
import { shellWord } from '../../compiler/base/text/escape.ts';
import { serverLosses } from '../../compiler/features/import/plugins/plugin.ts';
import { screenImport } from '../../compiler/features/import/set-aside.ts';
import { importSkills } from '../../compiler/features/import/skills/import-skills.ts';
import type { JsonObject } from '../../runtime/language/index.ts';
import { temporaryFolder } from '../support/folder.ts';
import { haft, runLine } from '../support/haft.ts';
import { ON_WINDOWS } from '../support/posix.ts';
import { runs } from '../support/runs.ts';

const { found } = CATALOGS['postgres'] ?? { found: () => expect.unreachable() };

function postgresTable(table: string, names: readonly string[], more: JsonObject = {}) {
  const columns = names.map((name) => ({ name, quoted: name, type: 'text' }));
  return found({ table, quoted: table, columns, estimate: 1, ...more });
}

function imported(tables: ReturnType<typeof postgresTable>[]) {
  return importDatabase('shop', {
    kind: 'postgres',
    database: { kind: 'postgres', url: '{env.SHOP_URL}' },
    env: {},
    found: tables,
    chosen: tables.map(({ name }) => name),
    writes: false,
  });
}

test('a search without pages says how many rows it lists', () => {
  const { documents } = imported([postgresTable('stocks', ['id', 'state'], { is_view: true })]);
  const [, tool] = documents;
  expect(tool?.value['parameters']).toBeUndefined();
  expect(tool?.value['description']).toBe('Lists the first 20 stocks.');
});

test('a text that names a tool has the name that the tool has', () => {
  const wide = Array.from({ length: 12 }, (_, at) => `column_${at}`);
  const keys = { keys: [{ kind: 'p', columns: ['column_0'] }] };
  const { documents, losses } = imported([postgresTable('a.order', wide, keys), postgresTable('b.order', wide, keys)]);
  const names = documents.map(({ value }) => [value.from, value['name']]);
  const named = new Map(losses.map(({ from, message }) => [from, /which (\S+) has/.exec(message)?.[1]]));
  expect([...named]).toEqual([
    ['table:a.order', 'get_order'],
    ['table:b.order', 'get_order_2'],
  ]);
  for (const [from, name] of named) expect(names).toContainEqual([`${from}#get`, name]);
});

test('a list of tables says what the catalog does not have', () => {
  expect(listText([postgresTable('empty', [])])).toContain('its columns are not in the catalog');
});

test.skipIf(ON_WINDOWS)('a word for the shell is that word in a shell', () => {
  const odd = fc.constantFrom('a b', "it's", '$(x)', '`x`', '"', '*', '~', '', '-x', 'a\\b', 'GET /x', 'ü');
  fc.assert(
    fc.property(
      fc.oneof(
        odd,
        fc.string().map((text) => text.replaceAll(/[\0\r]/g, '')),
      ),
      (text) => {
        expect(runLine('.', `printf '%s' ${shellWord(text)}`).stdout).toBe(text);
      },
    ),
    { numRuns: runs(2000) },
  );
  expect(shellWord('search_orders')).toBe('search_orders');
});

test.skipIf(ON_WINDOWS)('the command for a server of a plugin can be pasted, whatever its name is', () => {
  const [loss] = serverLosses({ 'a b$(x)': { command: 'node' } }, '.mcp.json', '../it is/.mcp.json');
  const line = /`(.*)`\.$/s.exec(loss?.hint ?? '')?.[1] ?? '';
  expect(runLine('.', line.replace(/^haft/, "printf '%s\\n'")).stdout).toBe(
    'import\nmcp\n--name\na b$(x)\n--config\n../it is/.mcp.json#a b$(x)\n',
  );
});

const lossOf = (kind: Loss['kind'], from: string, subject: string): Loss => {
  return { kind, from, subject, message: `About ${from}.`, hint: 'Look.' };
};

test('a finding of several names them, and what the import changed is the last, next to the prompt', () => {
  const many = ['a', 'b', 'c'].map((from) => lossOf('lossy', from, 'names of skills'));
  const findings = lossFindings([lossOf('aside', 'x', 'x'), ...many, lossOf('skipped', 'y', 'y')], new Map());
  expect(findings.map(({ code }) => code)).toEqual(['import/skipped', 'import/lossy', 'import/aside']);
  expect(findings[1]?.message).toBe('About a. Names of skills: 3 in all, also b, c.');
  const forty = Array.from({ length: 40 }, (_, at) => lossOf('lossy', `s${at}`, 'names of skills'));
  expect(lossFindings(forty, new Map(), ' (see x)')[0]?.message).toBe(
    'About s0. Names of skills: 40 in all, also s1, s2, s3, s4, s5 and 34 more (see x).',
  );
});

test('the authors of the source hear of their own texts alone', () => {
  const document = { file: 'tools.yaml', value: { kind: 'tool', from: 'x', name: 'x' }, notes: [] };
  const hintFor = (code: string): string | undefined => {
    const span = { file: 'f', start: 0, end: 0 };
    const finding = { code, severity: 'error' as const, message: 'M.', hint: 'H.', span, about: { path: ['name'] } };
    const judge = ({ documents }: { documents: readonly unknown[] }) =>
      documents.length > 0 ? [{ from: 'x', finding }] : [];
    return screenImport({ documents: [document], files: [], losses: [] }, judge).aside[0]?.hint;
  };
  for (const code of ['tool/hidden-text', 'skill/hidden-text', 'server/secret-literal'])
    expect(hintFor(code)).toContain('Report it to the authors of the source');
  for (const code of ['skill/duplicate', 'server/connection-auth', 'spec/template', 'tool/sql-statement'])
    expect(hintFor(code)).toBe(`H. \`haft explain ${code}\` says what the rule is for.`);
});

const SKILL = (name: string): string => `---\nname: ${name}\ndescription: Reads ${name}.\n---\nx\n`;

test('an import of which all tools are set aside writes nothing, and exits with 1', () => {
  const secret = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_');
  const get = { operationId: 'list', description: `Use ${secret}.`, responses: {} };
  const api = {
    openapi: '3.1.0',
    info: { title: 'x' },
    servers: [{ url: 'https://a.example' }],
    paths: { '/x': { get } },
  };
  const root = temporaryFolder({ 'api.json': JSON.stringify(api) });
  for (const more of [[], ['--dry-run']]) {
    const { code, stdout, stderr } = haft(root, 'import', 'openapi', 'api.json', '--all', ...more);
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('import/aside') });
    expect(stdout).toMatch(/^Nothing was (?:imported|written)\.\nSet aside: 1 tool,/);
    expect(existsSync(join(root, 'specs'))).toBe(false);
    expect(existsSync(join(root, 'haft.imports.json'))).toBe(false);
  }
});

test('every finding of a first import is shown', () => {
  const skills = Object.fromEntries(
    Array.from({ length: 14 }, (_, at) => [`s/k${at}/SKILL.md`, `---\nname: K ${at}\n---\nx\n`]),
  );
  const commands = Object.fromEntries(Array.from({ length: 14 }, (_, at) => [`k${at}`, { command: 'node' }]));
  const root = temporaryFolder({
    'p/plugin.json': JSON.stringify({ name: 'p', mcpServers: commands }),
    ...Object.fromEntries(Object.entries(skills).map(([path, text]) => [`p/${path}`, text])),
  });
  const { stderr } = haft(root, 'import', 'plugin', 'p');
  expect(stderr).not.toContain('haft check --all');
  expect(stderr.match(/^\S+ warning import\//gm)).toHaveLength(16);
  expect(stderr).toContain('0 errors, 16 warnings');
});

test('skills keep their names before those that are made or named for them', () => {
  const file = (path: string, text: string) => ({ path, bytes: new TextEncoder().encode(text), executable: false });
  const names = (made: readonly string[], ...files: ReturnType<typeof file>[]) =>
    importSkills({ files, left: [], outside: { count: 0, paths: [] }, name: 'p', made: new Set(made) }).documents.map(
      ({ value }) => [value.from, value['name']],
    );
  expect(
    names(
      ['commands/sub/one'],
      file('commands/sub/one/SKILL.md', SKILL('one')),
      file('skills/one/SKILL.md', SKILL('one')),
    ),
  ).toEqual([
    ['commands/sub/one', 'sub-one'],
    ['skills/one', 'one'],
  ]);
  expect(
    names([], file('a/one/SKILL.md', '---\ndescription: Reads.\n---\n'), file('b/two/SKILL.md', SKILL('one'))),
  ).toEqual([
    ['a/one', 'a-one'],
    ['b/two', 'one'],
  ]);
});

test('the comment of what --slim left out follows --take', () => {
  const parameter = (name: string) => ({
    name,
    in: 'query',
    description: `The ${name} of an order, which is written as its customer wrote it, in whole sentences.`,
    schema: { type: 'string' },
  });
  const get = {
    operationId: 'listOrders',
    parameters: [{ ...parameter('shop'), required: true }, ...['ship', 'notes', 'gift'].map(parameter)],
    responses: {},
  };
  const api = {
    openapi: '3.1.0',
    info: { title: 'x' },
    servers: [{ url: 'https://a.example' }],
    paths: { '/orders': { get } },
  };
  const root = temporaryFolder({ 'api.json': JSON.stringify(api) });
  expect(haft(root, 'import', 'openapi', 'api.json', '--all', '--name', 'x', '--slim', '80').stderr).toContain(
    '--take',
  );
  const text = (): string => readFileSync(join(root, 'specs/x/tools.yaml'), 'utf8');
  const left = (): string | undefined => /^ *# left out: (.*)$/m.exec(text())?.[1];
  const [first = '', ...others] = left()?.split(', ') ?? [];
  expect(others.length).toBeGreaterThan(0);
  expect(haft(root, 'import', '--take', `list_orders.parameters.${first}`).code).toBe(0);
  expect(left()).toBe(others.join(', '));
  for (const name of others) haft(root, 'import', '--take', `list_orders.parameters.${name}`);
  expect(left()).toBeUndefined();
  expect(text()).toContain(`${first}:`);
});
