/** Every kind of change against its own example: found in both directions, where it is, with golden words. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ChangeKind, Change, ChangeScope } from '../compiler/versions/change.ts';
import { CHANGES } from '../compiler/versions/changes/index.ts';
import { diff } from '../compiler/versions/diff.ts';
import { planOf } from './support/change-examples.ts';
import { memoizeBy } from '../compiler/base/memo.ts';

const GOLDEN = join(import.meta.dirname, 'golden/changes');
const IDS = new Set(CHANGES.map(({ id }) => id));

/** Kinds that cannot be had alone: each is another side of the first one. */
const COMPANIONS: Readonly<Record<string, readonly string[]>> = {
  'server/exit-code': ['server/failures'],
  'server/prompt-required': ['server/prompt-changed'],
  'server/resource-variables': ['param/renamed', 'tool/parameter-set'],
  'tool/column-added': ['tool/statement'],
  'tool/column-removed': ['tool/statement'],
  'tool/column-type': ['tool/statement'],
  'tool/added': ['server/tool-set'],
  'tool/removed': ['server/tool-set'],
  'server/tool-set': ['tool/added', 'tool/removed'],
  'tool/parameter-set': ['param/added-with-default'],
  'param/added-required': ['tool/parameter-set'],
  'param/added-optional': ['tool/parameter-set'],
  'param/added-with-default': ['tool/parameter-set'],
  'param/removed': ['tool/parameter-set'],
  'param/renamed': ['tool/parameter-set'],
  'tool/at-least-one-added': ['tool/description-at-least-one'],
  'tool/at-least-one-removed': ['tool/description-at-least-one'],
  'param/enum-value-added': ['param/enum-choices'],
  'param/enum-choices': ['param/enum-value-added', 'param/enum-value-removed'],
  'param/enum-value-removed': ['param/enum-choices'],
};

const exampleOf = memoizeBy((kind: ChangeKind) => {
  const [before, after] = [planOf(kind, kind.example.before), planOf(kind, kind.example.after)];
  return { before, after, changes: diff(before, after) };
});

describe.each(CHANGES.map((kind) => [kind.id, kind] as const))('%s', (id, kind) => {
  const { before, after, changes } = exampleOf(kind);
  const own = changes.filter((change) => change.kind === id);

  test('is found, and nothing else', () => {
    expect(own).not.toHaveLength(0);
    for (const change of own) {
      expect(change).toMatchObject({ axis: kind.axis, level: kind.level, why: kind.why });
      expect(ownerOf(change)).toBe(kind.scope === 'schema' ? 'tool' : kind.scope);
      expect(change.before ?? change.after, 'says what was or what is').toBeDefined();
      expect(change.before, 'the two differ').not.toEqual(change.after);
    }
    const companions = COMPANIONS[id] ?? [];
    expect(kindsOf(changes).filter((other) => other !== id && !companions.includes(other))).toEqual([]);
  });

  test('has its opposite in the other direction', () => {
    const back = kindsOf(diff(after, before));
    if (IDS.has(kind.mirror)) expect(back).toContain(kind.mirror);
    else expect(kind.mirror, 'an id, or a sentence that says why there is none').toMatch(/^[A-Z][^]+ [^]+\.$/);
  });

  test('has whole sentences', () => {
    for (const text of [kind.says, kind.why, kind.next]) expect(text).toMatch(/^[A-Z][^]*[^.]\.$/);
    for (const { next } of own) expect(next, 'every name is filled in').not.toMatch(/<(server|tool|skill)>/);
  });
});

describe('the list of changes', () => {
  test('ids and sentences are unique', () => {
    expect(IDS.size).toBe(CHANGES.length);
    expect(new Set(CHANGES.map(({ says }) => says)).size).toBe(CHANGES.length);
  });

  test('mirrors are symmetric', () => {
    const stuck = CHANGES.filter(({ mirror }) => IDS.has(mirror)).filter(({ id, mirror }) => {
      const opposite = CHANGES.find((kind) => kind.id === mirror);
      // What came in one of several ways goes in one: param/removed undoes each param/added-….
      const family = opposite?.mirror.replace(/(added|env-added).*$/, '$1');
      return opposite?.mirror !== id && !(family !== opposite?.mirror && id.startsWith(family ?? ''));
    });
    expect(stuck.map(({ id }) => id)).toEqual([]);
  });
});

const SUBJECTS = [...new Set(CHANGES.map(({ id }) => id.split('/')[0] ?? ''))].sort();

describe('what the examples report', () => {
  test.each(SUBJECTS)('of a %s is golden', async (subject) => {
    const kinds = CHANGES.filter(({ id }) => id.startsWith(`${subject}/`));
    const printed = kinds.sort((a, b) => (a.id < b.id ? -1 : 1)).map(printKind);
    await expect(printed.join('\n')).toMatchFileSnapshot(join(GOLDEN, `${subject}.txt`));
  });

  test('has no golden file that is left over', () => {
    expect(readdirSync(GOLDEN).sort()).toEqual(SUBJECTS.map((subject) => `${subject}.txt`));
  });
});

describe('what is reported', () => {
  test('once at the parent: what is inside an added, removed or retyped parameter says nothing more', () => {
    const author = (inner: string): string =>
      `parameters: { author: { description: Who wrote it., ${inner} }, words: { type: string } }`;
    const object = author('type: object, properties: { name: { type: string }, born: { type: integer } }');
    const text = author('type: string');
    const none = 'parameters: { words: { type: string } }';
    expect(kindsBetween('tool', none, object)).toEqual(['tool/parameter-set', 'param/added-optional']);
    expect(kindsBetween('tool', object, none)).toEqual(['param/removed', 'tool/parameter-set']);
    expect(kindsBetween('tool', object, text)).toEqual(['param/type-changed']);
  });

  test('inside objects and lists, at the path of the spec', () => {
    const authors = (name: string): string =>
      `parameters: { authors: { type: array, items: { type: object, properties: { name: { ${name} } } } } }`;
    const [before, after] = [authors('type: string, maxLength: 80'), authors('type: string, maxLength: 40')];
    const [change] = diff(planOf({ scope: 'tool' }, before), planOf({ scope: 'tool' }, after));
    expect(change).toMatchObject({
      kind: 'param/bounds-tightened',
      subject: 'parameter "authors[].name" of tool "search_books"',
      target: {
        server: 'library',
        tool: 'search_books',
        path: ['parameters', 'authors', 'items', 'properties', 'name', 'maxLength'],
      },
      before: { maxLength: 80 },
      after: { maxLength: 40 },
    });
  });

  test('inside results too', () => {
    const books = (inner: string): string =>
      `returns: { type: object, properties: { books: { type: array, items: { type: object, properties: { ${inner} } } } } }`;
    const [before, after] = [books('key: { type: string }, year: { type: integer }'), books('key: { type: string }')];
    expect(diff(planOf({ scope: 'tool' }, before), planOf({ scope: 'tool' }, after))).toMatchObject([
      { kind: 'result/removed', level: 'breaking', subject: 'result "books[].year" of tool "search_books"' },
    ]);
  });

  test('of a parameter that is called like a keyword', () => {
    const named = (bound: number): string =>
      `parameters: { items: { type: object, properties: { properties: { type: integer, maximum: ${bound} } } } }`;
    const [change] = diff(planOf({ scope: 'tool' }, named(9)), planOf({ scope: 'tool' }, named(5)));
    expect(change?.subject).toBe('parameter "items.properties" of tool "search_books"');
  });

  test('a rename is one change for callers, not a removal and an addition', () => {
    const before = 'parameters: { words: { type: integer, description: How many books at most. } }';
    const after =
      'parameters: { limit: { type: integer, description: How many books at the most. } }\nrequired: [limit]';
    expect(kindsBetween('tool', before, after)).toEqual([
      'param/became-required',
      'param/renamed',
      'tool/parameter-set',
      'param/description',
    ]);
  });

  test('no rename where only the type is the same', () => {
    expect(
      kindsBetween('tool', 'parameters: { words: { type: string } }', 'parameters: { shelf: { type: string } }'),
    ).toEqual(['param/removed', 'tool/parameter-set', 'param/added-optional']);
  });

  test.each<[string, string, string, boolean]>([
    ['is sent where the other was', '"{first}"', '"{last}"', true],
    ['has the option of the other', '"--from={first}"', '"--from={last}"', true],
    ['is sent elsewhere', '"--from={first}"', '"--to={last}"', false],
    ['is a flag of another name', '{ first: --from }', '{ last: --to }', false],
    ['is a flag of the same name', '{ first: --from }', '{ last: --from }', true],
  ])(
    'a parameter with nearly the same description is a rename only where it may be: one that %s',
    (_how, from, to, is) => {
      const tool = (name: string, argument: string): string => {
        const type = argument.startsWith('{') ? 'boolean' : 'string';
        const schema = `{ type: ${type}, description: The ${name} day of the stay in the house. }`;
        return `parameters: { ${name}: ${schema} }\nrequired: [${name}]\ncommand: { argv: [books, ${argument}] }`;
      };
      expect(kindsBetween('tool', tool('first', from), tool('last', to)).includes('param/renamed')).toBe(is);
    },
  );

  test('a file of cases that `evals:` replaces is not lost to anyone, and any other file is', () => {
    const cases = 'evals: [{ input: Where is the atlas?, expected_behavior: [It names the shelf.] }]';
    const levels = (file: string, now: string): (string | undefined)[] => {
      const [before, after] = [`# ${file}: {}`, now].map((more) =>
        planOf({ scope: 'skill' }, `context: Look.\n${more}`),
      );
      return diff(before ?? expect.fail(), after ?? expect.fail()).flatMap(({ kind, level }) =>
        kind === 'skill/file-removed' ? [level] : [],
      );
    };
    expect(levels('evals/evals.json', cases)).toEqual(['safe']);
    expect(levels('evals/triggers.json', cases)).toEqual(['safe']);
    expect(levels('evals/evals.json', '')).toEqual(['breaking']);
    expect(levels('references/evals.json', cases)).toEqual(['breaking']);
  });

  test('a successor next to its predecessor is not a rename', () => {
    const after = 'name: search_books_v2\nreplaces: search_books';
    expect(kindsBetween('tool', 'name: search_books', after)).toEqual([
      'tool/removed',
      'server/tool-set',
      'tool/added',
    ]);
  });

  test('a new server without each of its tools, and a limit of the server without each of them', () => {
    const tools = 'tools: [{ name: list_papers, description: { does: x, when: y }, effects: read, handler: a.ts }]';
    const archive = `name: library\n---\nkind: server\nname: archive\nversion: 1.0.0\nsummary: Old papers.\n${tools}`;
    expect(kindsBetween('server', 'name: library', archive)).toEqual(['server/added']);
    expect(kindsBetween('server', archive, 'name: library')).toEqual(['server/removed']);
    expect(kindsBetween('server', 'name: library', 'limits: { timeout_ms: 1000 }')).toEqual([
      'server/limits-tightened',
    ]);
  });

  test('arguments of an open object with a milder level: they were never rejected', () => {
    const open = (inner: string): string =>
      `parameters: { filter: { type: object, additionalProperties: true, properties: { ${inner} } } }`;
    const [before, after] = [open('a: { type: string }, b: { type: string }'), open('a: { type: string }')];
    const changes = diff(planOf({ scope: 'tool' }, before), planOf({ scope: 'tool' }, after));
    expect(changes).toMatchObject([{ kind: 'tool/parameter-set' }, { kind: 'param/removed', level: 'risky' }]);
  });

  test('the most severe first; what cannot be decided comes before what is only risky', () => {
    const before = 'parameters: { a: { type: string, pattern: ^(a)\\1, default: aa }, b: { type: string } }';
    const after =
      'parameters: { a: { type: string, pattern: ^(a+)\\1, default: aaaa }, c: { type: string, default: c } }';
    const levels = diff(planOf({ scope: 'tool' }, before), planOf({ scope: 'tool' }, after)).map(({ level }) => level);
    expect(levels).toEqual(['breaking', 'unknown', 'risky', 'risky', 'safe']);
  });

  test('nothing where only versions, files and places differ', () => {
    expect(kindsBetween('server', 'version: 1.0.0', 'version: 2.0.0')).toEqual([]);
    expect(kindsBetween('skill', 'version: 1.0.0', 'version: 1.0.1')).toEqual([]);
    expect(kindsBetween('tool', 'handler: handlers.ts', 'handler: other.ts')).toEqual([]);
  });
});

function kindsBetween(scope: ChangeScope, before: string, after: string): string[] {
  return diff(planOf({ scope }, before), planOf({ scope }, after)).map(({ kind }) => kind);
}

function kindsOf(changes: readonly Change[]): string[] {
  return [...new Set(changes.map(({ kind }) => kind))].sort();
}

function ownerOf({ target }: Change): string {
  return target.skill === undefined ? (target.tool === undefined ? 'server' : 'tool') : 'skill';
}

/** What the example of a kind reports: itself, and the kinds that come with it. */
function printKind(kind: ChangeKind): string {
  const { changes } = exampleOf(kind);
  const others = kindsOf(changes).filter((other) => other !== kind.id);
  const own = changes.filter((change) => change.kind === kind.id).map(printChange);
  return [...own, ...others.map((other) => `  also: ${other}\n`)].join('');
}

function printChange({ level, axis, kind, subject, before, after, next }: Change): string {
  const show = (value: unknown): string => (value === undefined ? '(nothing)' : JSON.stringify(value));
  return `${kind}: ${level} (${axis})\n  ${subject}\n  ${show(before)} → ${show(after)}\n  next: ${next}\n`;
}
