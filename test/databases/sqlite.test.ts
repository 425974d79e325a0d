/** SQLite in its child process, with the Node that HAFT_NODE22 names: what a read cannot change, what stops, and what reaches a model. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type ChildAnswer, type ChildRequest, sqliteChildText } from '../../runtime/behaviors/sql/sqlite-child.ts';
import type { JsonObject } from '../../runtime/language/json.ts';
import { temporaryFolder } from '../support/folder.ts';
import { haft } from '../support/haft.ts';
import { ON_WINDOWS } from '../support/posix.ts';
import { served } from '../support/served-notes.ts';

const NODE = process.env['HAFT_NODE22'];

const SPEC = `kind: server
name: notes
version: 1.0.0
summary: Reads and adds notes.
env: { NOTES: { description: Folder of the notes. } }
databases: { notes: { kind: sqlite, folder: "{env.NOTES}", path: notes.db, timeout_ms: 60000, errors: { 2067: { error: There is such a note., retry_hint: Choose another title., code: taken } } } }
tools:
  - name: list_notes
    description: { does: Lists notes of the user., when: the user asks for notes }
    effects: read
    parameters:
      words: { type: string, maxLength: 80, description: Words of the title. }
      ids: { type: array, items: { type: integer }, maxItems: 9, description: Numbers of notes. }
    sql:
      database: notes
      statement: ["select id, title, score, big, picture from notes where true", ["and title like {words}"], ["and id in ({ids})"], order by id]
      like: { words: contains }
      max_rows: 2
  - name: add_note
    description: { does: Adds a note., when: the user dictates something }
    effects: write
    required: [title]
    parameters: { title: { type: string, maxLength: 80, description: Title of the note. } }
    sql: { database: notes, statement: "insert into notes (title) values ({title}) returning id", rows: one }
  - name: update_note
    description: { does: Updates the titles of notes., when: the user renames a note }
    effects: write
    required: [id, title]
    parameters: { title: { type: string, maxLength: 80, description: The title. }, id: { type: integer, description: First number. } }
    sql: { database: notes, statement: "update notes set title = {title} || id where id >= {id}", rows: affected, expect: 1 }
  - name: copy_note
    description: { does: Copies a note under another title., when: the user wants a second note }
    effects: write
    required: [id, end]
    parameters: { id: { type: integer, description: Number of the note. }, end: { type: string, maxLength: 9, description: What its title ends with. } }
    sql:
      database: notes
      steps:
        - { name: old, statement: "update notes set score = score + 1 where id = {id} returning title, score", rows: one }
        - { name: copy, statement: "insert into notes (title, score) values ({steps.old.title} || {end}, {steps.old.score}) returning id", rows: one }
      result: { id: /copy/id, score: /old/score }
  - name: list_scores
    description: { does: Lists notes with their scores., when: the user compares notes }
    effects: read
    parameters: { after: { type: string, description: The next of an earlier result. } }
    sql: { database: notes, statement: ["select id, score from notes where true", ["and {after}"], "order by score desc, id"], resume: after, max_rows: 2 }
  - name: copy_mark
    description: { does: Copies the mark of a note., when: the user copies a mark }
    effects: write
    required: [id]
    parameters: { id: { type: integer, description: Number of the mark. } }
    sql:
      database: notes
      steps:
        - { name: old, statement: "select v, id from marks where id = {id}", rows: one }
        - { statement: "insert into copies (id, v) values ({steps.old.id}, {steps.old.v})", rows: affected, expect: 1 }
  - name: list_marks
    description: { does: Lists marks of notes by their values., when: the user asks for marks }
    effects: read
    parameters: { after: { type: string, description: The next of an earlier result. } }
    sql: { database: notes, statement: ["select id, v from (select id, v from marks) as m where id > 0", ["and {after}"], "order by v, id"], resume: after, max_rows: 1 }
  - name: get_share
    description: { does: Divides a number of marks., when: the user divides marks }
    effects: read
    required: [whole, parts]
    parameters: { whole: { type: integer, description: What is divided. }, parts: { type: number, minimum: 0.5, maximum: 9, description: Number of parts. } }
    sql: { database: notes, statement: "select {whole} / {parts} as share, {whole} / 2 as half", rows: one }
  - name: list_twice
    description: { does: Lists notes of the user twice., when: the user asks twice }
    effects: read
    sql: { database: notes, statement: "select n.*, n.id from notes n order by n.id" }
  - name: find_words
    description: { does: Finds notes by their words., when: the user looks for words }
    effects: read
    required: [words]
    parameters: { words: { type: string, maxLength: 80, description: Words of the note. } }
    sql: { database: notes, statement: "select w.body, p.low from words w, places p where w.body match {words} order by w.rank, p.id" }
  - name: count_forever
    description: { does: Counts numbers without an end., when: the user is bored }
    effects: read
    sql: { database: notes, statement: "with recursive c(x) as (select 1 union all select x + 1 from c) select count(*) as n from c", rows: one }
`;

const SCHEMA = `create table notes (id integer primary key, title text unique, score real, big integer, picture blob);
insert into notes values (1, 'a 50% b', 1.5, 9007199254740993, x'00ff'), (2, 'b', 2, 7, null), (3, 'c', 3, 8, null);
create table marks (id integer primary key, v); create table copies (id integer primary key, v);
create virtual table words using fts5(body); insert into words values ('hello world'), ('bye'); create virtual table places using rtree(id, low, high); insert into places values (1, 0, 2);
insert into marks (v) values (null), (-1e999), (9007199254740993), (9007199254740994), (3.0), (3), (1e999), ('3'), ('text'), (x'00ff'), (x'')`;

function compiled(): { server: string; notes: string } {
  const folder = temporaryFolder({ 'specs/notes.yaml': SPEC });
  expect(haft(folder, 'compile')).toMatchObject({ code: 0 });
  return { server: join(folder, 'generated/servers/notes/server.mjs'), notes: folder };
}

test('on a Node without SQLite the server lists its tools, and a call names the Node that is needed', async () => {
  if (process.getBuiltinModule('node:sqlite' as 'node:fs') !== undefined) return;
  const answer = await served(process.execPath, compiled()).call('list_notes');
  expect(answer).toMatchObject({ success: false, code: 'unsupported' });
  expect(answer['error']).toContain(`22.13 or later for SQLite; the server runs on Node ${process.versions.node}`);
});

describe.skipIf(NODE === undefined || ON_WINDOWS)('SQLite (HAFT_NODE22 names a Node from 22.13 on)', () => {
  const node = NODE ?? '';
  const withNotes = (): ReturnType<typeof compiled> => {
    const made = compiled();
    const code = `new (require('node:sqlite').DatabaseSync)('notes.db').exec(${JSON.stringify(SCHEMA)})`;
    execFileSync(node, ['--no-warnings', '-e', code], { cwd: made.notes });
    return made;
  };

  test('tables of words and places are read', async () => {
    const { call } = served(node, withNotes());
    const data = { rows: [{ body: 'hello world', low: 0 }] };
    expect(await call('find_words', { words: 'hello' })).toMatchObject({ data });
  });

  test('values reach a model exactly, lists and patterns are bound, and rows are capped', async () => {
    const { call } = served(node, withNotes());
    const first = { id: 1, title: 'a 50% b', score: 1.5, big: '9007199254740993', picture: { bytes: 2 } };
    expect(await call('list_notes', { words: '50%' })).toEqual({ success: true, data: { rows: [first], more: false } });
    expect(await call('list_notes')).toMatchObject({ data: { rows: [{ id: 1 }, { id: 2, big: 7 }], more: true } });
    expect(await call('list_notes', { ids: [2, 3] })).toMatchObject({
      data: { rows: [{ id: 2 }, { id: 3 }], more: false },
    });
    expect(await call('list_notes', { ids: [] })).toMatchObject({ data: { rows: [], more: false } });
    expect(await call('list_notes', { words: "' or 1=1 --" })).toMatchObject({ data: { rows: [] } });
  });

  test('a write is kept only where its rows are those that are expected', async () => {
    const { call } = served(node, withNotes());
    expect(await call('add_note', { title: 'd' })).toEqual({ success: true, data: { id: 4 } });
    expect(await call('add_note', { title: 'd' })).toMatchObject({ success: false, code: 'taken' });
    expect(await call('update_note', { id: 3, title: 'new' })).toMatchObject({ success: false, code: 'bad_response' });
    expect(await call('list_notes', { words: 'new' })).toMatchObject({ data: { rows: [] } });
    expect(await call('update_note', { id: 4, title: 'new' })).toEqual({ success: true, data: { affected: 1 } });
    expect(await call('update_note', { id: 9, title: 'new' })).toMatchObject({ success: false, code: 'not_found' });
  });

  test('steps are kept together or not at all, and pages are the whole', async () => {
    const { call } = served(node, withNotes());
    const copied = await call('copy_note', { id: 3, end: '!' });
    expect(copied).toEqual({ success: true, data: { id: 4, score: 4 } });
    expect(await call('copy_note', { id: 3, end: '!' })).toMatchObject({ code: 'taken' });
    expect(await call('copy_note', { id: 9, end: '!' })).toMatchObject({ code: 'not_found' });
    for (let at = 0; at < 3; at += 1) await call('add_note', { title: `no score ${at}` });
    const found: JsonObject[] = [];
    for (let args: JsonObject | undefined = {}; args;) {
      const { data } = (await call('list_scores', args)) as { data: { rows: JsonObject[]; next?: string } };
      found.push(...data.rows);
      args = data.next === undefined ? undefined : { after: data.next };
    }
    const scores = [4, 4, 2, 1.5, null, null, null];
    expect(found).toEqual([3, 4, 2, 1, 5, 6, 7].map((id, at) => ({ id, score: scores[at] })));
  });

  test('what a column gave goes back as it was: into a later statement, and as a cursor', async () => {
    const { server, notes } = withNotes();
    const { call } = served(node, { server, notes });
    const read = (text: string): JsonObject[] => {
      const code = `console.log(JSON.stringify(new (require('node:sqlite').DatabaseSync)('notes.db').prepare(${JSON.stringify(text)}).all()))`;
      const printed = execFileSync(node, ['--no-warnings', '-e', code], { cwd: notes, encoding: 'utf8' });
      return JSON.parse(printed) as JsonObject[];
    };
    const ids = read('select id from marks order by v, id').map(({ id }) => id);
    for (const id of ids) expect(await call('copy_mark', { id: id ?? 0 })).toMatchObject({ success: true });
    const same =
      'select count(*) as n from marks m join copies c using (id) where m.v is c.v and typeof(m.v) = typeof(c.v)';
    expect(read(same)).toEqual([{ n: ids.length }]);
    const found: unknown[] = [];
    let args: JsonObject | undefined = {};
    for (let page = 0; args && page <= ids.length; page += 1) {
      const { data } = (await call('list_marks', args)) as { data: { rows: JsonObject[]; next?: string } };
      found.push(...data.rows.map(({ id }) => id));
      args = data.next === undefined ? undefined : { after: data.next };
    }
    expect(found).toEqual(ids);
  });

  test('a number with fractions is no integer where its value is whole, and an integer is one', async () => {
    const { call } = served(node, withNotes());
    for (const parts of [2, 2.5])
      expect(await call('get_share', { whole: 5, parts })).toEqual({
        success: true,
        data: { share: 5 / parts, half: 2 },
      });
  });

  test('two columns of one name are a failure, where Node knows the columns', async () => {
    const { call } = served(node, withNotes());
    expect(await call('list_twice')).toMatchObject({ success: false, code: 'bad_statement' });
  });

  /** Of every process: its parent. */
  const parents = (): ReadonlyMap<string, string> => {
    const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
    return new Map([...stdout.matchAll(/^ *(\d+) +(\d+)/gm)].map(([, own = '', of = '']) => [own, of]));
  };
  const childrenOf = (pid: number): string[] => [...parents()].flatMap(([own, of]) => (of === String(pid) ? own : []));

  test.each(['count_forever', 'list_notes'])(
    'a server that is killed during or after %s leaves no process',
    async (name) => {
      const { call, pid } = served(node, withNotes());
      const answer = call(name);
      if (name === 'list_notes') await answer;
      await expect.poll(() => childrenOf(pid).length).toBe(1);
      const [child = ''] = childrenOf(pid);
      process.kill(pid, 'SIGKILL');
      await expect.poll(() => parents().has(child)).toBe(false);
    },
  );

  test('a server ends by itself when its host goes, although its database is open', async () => {
    const { call, pid, leave } = served(node, withNotes());
    await call('list_notes');
    const [child = ''] = childrenOf(pid);
    leave();
    await expect
      .poll(() => [parents().has(child), parents().get(String(pid)) === String(process.pid)])
      .toEqual([false, false]);
  });

  test('a statement ends with its call, and others are answered meanwhile', async () => {
    const { call, cancelLast, pid } = served(node, withNotes());
    const children = (): string[] => childrenOf(pid);
    void call('count_forever');
    await expect.poll(() => children().length).toBe(1);
    const [busy = ''] = children();
    cancelLast();
    await expect.poll(() => children().includes(busy)).toBe(false);
    void call('count_forever');
    expect(await call('list_notes')).toMatchObject({ success: true });
  });

  /** One statement in a child of its own. */
  async function runAlone(notes: string, text: string): Promise<ChildAnswer> {
    const child = spawn(node, ['--no-warnings', '-e', sqliteChildText()], {
      cwd: notes,
      stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    });
    const request: ChildRequest = {
      file: join(notes, 'notes.db'),
      text,
      values: [],
      reads: true,
      fetch: 9,
      maxBytes: 999,
      isLast: true,
    };
    child.send(request);
    const answer = await new Promise<ChildAnswer>((resolve) =>
      child.once('message', (one) => resolve(one as ChildAnswer)),
    );
    child.kill('SIGKILL');
    return answer;
  }

  test('a read changes no file', async () => {
    const { notes } = withNotes();
    const before = readFileSync(join(notes, 'notes.db'));
    const files = readdirSync(notes);
    const attempts = [
      "insert into notes (title) values ('x')",
      'delete from notes',
      'update notes set title = null',
      'drop table notes',
      'create table t (x)',
      "attach 'other.db' as other",
      'pragma journal_mode = wal',
      'pragma query_only = 0',
      'pragma user_version = 7',
      "select load_extension('x')",
      "select writefile('x', 'y')",
      'vacuum',
      'reindex',
      'commit',
    ];
    for (const text of attempts) await runAlone(notes, text);
    expect(readFileSync(join(notes, 'notes.db'))).toEqual(before);
    expect(readdirSync(notes)).toEqual(files);
    expect(await runAlone(notes, 'select count(*) as n from notes')).toMatchObject({ rows: [[['n', 3n]]] });
  });
});
