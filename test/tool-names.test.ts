/** Names of tools across servers: a reference means the same tool whatever else a project has, or it is a finding at its place. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { memoizeBy } from '../compiler/base/memo.ts';
import { RULES } from '../compiler/check/rules/index.ts';
import { settingsOf } from '../compiler/check/settings.ts';
import { type ToolId, type ToolNames, qualifiedName, toolNames } from '../compiler/check/tool-names.ts';
import type { Diagnostic, SourceFile } from '../compiler/base/diagnostic.ts';
import { planSpecs } from '../compiler/plan/plan-specs.ts';
import { applyEdits } from '../compiler/spec/yaml/apply-edits.ts';
import { exampleProject, layOver } from './support/example.ts';
import { type NamedServer, type NamingSkill, SERVERS, TOOLS, anyNames, namesOf } from './support/random-names.ts';
import { runs } from './support/runs.ts';

interface Reference {
  /** What has the text: a tool or a skill. */
  readonly owner: string;
  readonly path: readonly (string | number)[];
  readonly written: string;
  readonly near: readonly string[];
}

const sourceOf = ({ name, tools }: NamedServer, folder: string): SourceFile => ({
  path: `specs/${folder}/server.yaml`,
  text: stringify({
    kind: 'server',
    name,
    version: '1.0.0',
    summary: 'Does a bit.',
    tools: tools.map((tool) => ({
      name: tool.name,
      description: {
        does: 'Does one thing.',
        when: 'it is wanted',
        instead: tool.uses.map((use) => ({ case: 'another one is meant', use })),
      },
      effects: 'read',
      command: { argv: ['true'] },
      evals: tool.uses.flatMap((use, at) => [
        { query: `ask ${at}`, expect: use },
        { query: `or ${at}`, expect: { any_of: [use, tool.name] } },
        { query: `not ${at}`, never: [use], after: [{ user: 'before' }, { call: use, result: {} }] },
      ]),
    })),
  }),
});

const skillSource = ({ servers, uses }: NamingSkill): SourceFile => ({
  path: 'specs/skill/skill.yaml',
  text: stringify({
    kind: 'skill',
    name: 'go-round',
    version: '1.0.0',
    description: {
      does: 'Goes round.',
      when: 'the user goes round',
      triggers: ['go round', 'walk about'],
      not_for: uses.map((use) => ({ case: 'staying', use })),
    },
    context: 'It is late.',
    steps: uses.map((use) => `Call \`${use}\` now.`),
    never: ['Run'],
    servers,
    allowed_tools: uses,
  }),
});

function references(servers: readonly NamedServer[], skill: NamingSkill): readonly Reference[] {
  const ofTools = servers.flatMap(({ name, tools }) =>
    tools.flatMap((tool) =>
      tool.uses.flatMap((written, at): Reference[] =>
        [
          ['description', 'instead', at, 'use'],
          ['evals', 3 * at, 'expect'],
          ['evals', 3 * at + 1, 'expect', 'any_of', 0],
          ['evals', 3 * at + 2, 'never', 0],
          ['evals', 3 * at + 2, 'after', 1, 'call'],
        ].map((path) => ({ owner: `${name} ${tool.name}`, path, written, near: [name] })),
      ),
    ),
  );
  const ofSkill = skill.uses.flatMap((written, at): Reference[] =>
    [
      ['description', 'not_for', at, 'use'],
      ['steps', at],
      ['allowed_tools', at],
    ].map((path) => {
      return { owner: 'go-round', path, written, near: skill.servers };
    }),
  );
  return [...ofTools, ...ofSkill];
}

function findingAt(found: readonly Diagnostic[], { owner, path }: Reference): Diagnostic | undefined {
  return found.find(({ about }) => {
    const place = about.skill ?? `${about.server} ${about.tool}`;
    return place === owner && JSON.stringify(about.path) === JSON.stringify(path);
  });
}

const REFERENCE_RULES: ReadonlySet<string> = new Set([
  'tool/instead-resolves',
  'eval/tools-exist',
  'skill/servers-resolve',
  'skill/use-resolves',
]);

/** The others cost time. */
const ONLY_REFERENCES = settingsOf({
  rules: Object.fromEntries(RULES.flatMap(({ id }) => (REFERENCE_RULES.has(id) ? [] : [[id, 'off' as const]]))),
});

function found(sources: readonly SourceFile[], released?: ToolNames): readonly Diagnostic[] {
  const settings = { ...ONLY_REFERENCES, released: () => released };
  const { diagnostics } = planSpecs(sources, { settings });
  return diagnostics.filter(({ code }) => REFERENCE_RULES.has(code));
}

const idsOf = (names: ToolNames, { written, near }: Reference): string =>
  names.resolve(written, near).map(qualifiedName).join(' ');

test('a reference means the same tool beside any further server, or is a finding; its fix makes it mean what it meant', () => {
  fc.assert(
    fc.property(anyNames, ({ servers, skill: anySkill, first }) => {
      const [added, ...olds] = servers.toReversed();
      if (!added) return;
      const known = olds.map(({ name }) => name);
      const listed = anySkill.servers.filter((name) => known.includes(name));
      const skill = { ...anySkill, servers: listed.length > 0 ? listed : known.slice(0, 1) };
      const own = [...olds.map((one) => sourceOf(one, `m-${one.name}`)), skillSource(skill)];
      const [before, after] = [namesOf(olds), namesOf(servers)];
      const now = [...own, sourceOf(added, first ? 'a' : 'z')];
      const reportedBefore = found(own);
      const reported = found(now, before);
      const edits = reported.flatMap(({ fix }) => fix?.edits ?? []);
      const repaired = now.map(({ path, text }) => {
        const own = edits.filter(({ file }) => file === path);
        return { path, text: own.length > 0 ? applyEdits(text, own) : text };
      });
      const fixed = edits.length > 0 ? found(repaired, before) : reported;
      for (const one of references(olds, skill)) {
        const [old, current] = [idsOf(before, one), idsOf(after, one)];
        // Whatever is unknown in the text of a skill may be no tool at all.
        if (!old.includes('.') || old === current) continue;
        const finding = findingAt(reported, one);
        expect(finding?.message, `${one.owner} ${one.path.join('.')} ${one.written}`).toContain(one.written);
        if (old.includes(' ') || findingAt(reportedBefore, one)) continue;
        expect(finding?.fix?.title).toContain(after.reference(idOf(old), one.near));
        expect(findingAt(fixed, one)).toBeUndefined();
      }
    }),
    { numRuns: runs(runs(10_000)) },
  );
}, 600_000);

function idOf(qualified: string): ToolId {
  const [server = '', tool = ''] = qualified.split('.');
  return { server, tool };
}

test('a name for each tool, and a tool for each name: what is written for a tool means it and no other', () => {
  const anyId = fc.record({
    server: fc.constantFrom(...SERVERS),
    tool: fc.constantFrom(...TOOLS, 'shop.find_item', 'a.b', 'x'),
  });
  fc.assert(
    fc.property(fc.array(anyId, { maxLength: 8 }), fc.subarray([...SERVERS]), (ids, near) => {
      const names = toolNames(ids);
      for (const id of ids) {
        const written = names.reference(id, near);
        const meant = names.resolve(written, near).map(qualifiedName);
        // Only a name that is also a server and its tool can be ambiguous in both forms.
        if (!ids.some(({ tool }) => tool.includes('.'))) expect(meant).toEqual([qualifiedName(id)]);
        expect(meant).toContain(qualifiedName(id));
        expect(names.resolve(written, near).length === 1).toBe(names.means(written, id, near));
      }
    }),
    { numRuns: runs(10_000) },
  );
});

const EXAMPLES = RULES.flatMap(({ subject, good, bad }) =>
  [...good, ...bad].map((example) => layOver(subject, example).source),
);

/** Names and requests that are nearly those of the examples, and none that are the same. */
const NEARLY = ['serch_books', 'find_maps', 'delete_books', 'list_shelfs', 'search_bookz', 'due_date', 'read_csv'];
const REQUESTS = ['do we have the atlas', 'find an atlas', 'what is the weather like', 'what have I borrowed'];

const anyUnrelated = fc
  .record({
    tools: fc.uniqueArray(fc.constantFrom(...NEARLY, 'list_winds', 'get_tide', 'search_loanz'), {
      minLength: 1,
      maxLength: 4,
    }),
    folder: fc.constantFrom('a', 'zz'),
    words: fc.subarray(['due_date', 'upper_case', 'status_code', 'read_csv', 'title']),
    requests: fc.subarray(REQUESTS),
  })
  .map(({ tools, folder, words, requests }) => (text: string): SourceFile => ({
    path: `specs/${folder}/weather.yaml`,
    text: stringify({
      kind: 'server',
      name: 'weather',
      version: '1.0.0',
      summary: 'Finds books and loans by the weather.',
      tools: tools
        .filter((name) => !text.includes(name))
        .map((name) => ({
          name,
          description: { does: 'Searches the loans of a reader by words.', when: 'the user looks for a book' },
          effects: 'read',
          parameters: Object.fromEntries(words.map((word) => [word, { type: 'string', description: 'A word.' }])),
          command: { argv: ['true'] },
          evals: requests.map((query) => ({ query })),
        })),
    }),
  }));

test('a further server changes no finding in the file of any example of any rule', () => {
  const settings = settingsOf({});
  const findingsIn = (path: string, ...sources: readonly SourceFile[]): string[] =>
    planSpecs(sources, { settings })
      .diagnostics.filter(({ span }) => span.file === path)
      .map(({ code, severity, message, span }) => `${code} ${severity} ${span.start}-${span.end} ${message}`)
      .sort();
  const alone = memoizeBy((source: SourceFile) => findingsIn(source.path, source));
  fc.assert(
    fc.property(fc.constantFrom(exampleProject(), ...EXAMPLES), anyUnrelated, (source, unrelated) => {
      const added = unrelated(source.text);
      const both = added.path < source.path ? [added, source] : [source, added];
      expect(findingsIn(source.path, ...both)).toEqual(alone(source));
    }),
    { numRuns: runs(runs(10_000)) },
  );
}, 600_000);

/** Another example in a folder of its own, with other names of servers, and the same of tools. */
function elsewhere({ text }: SourceFile): SourceFile {
  const servers = text.split(/^---$/m).flatMap((document) => {
    const [, name] = (/^kind: server$/m.test(document) && /^name: ([a-z-]+)$/m.exec(document)) || [];
    return name ?? [];
  });
  const renamed = servers.reduce(
    (all, name) =>
      all.replaceAll(new RegExp(`(name: |server: |servers: \\[[^\\]]*?)${name}(?![\\w-])`, 'g'), `$1${name}-two`),
    text,
  );
  return { path: 'specs/zz/library.yaml', text: renamed.replaceAll('name: find-a-book', 'name: find-another') };
}

test('a further server with the same names changes no finding either, but about references', () => {
  const settings = settingsOf({});
  const findingsIn = (path: string, ...sources: readonly SourceFile[]): string[] =>
    planSpecs(sources, { settings })
      .diagnostics.filter(
        ({ code, span }) => span.file === path && !REFERENCE_RULES.has(code) && code !== 'skill/tool-references',
      )
      .map(({ code, severity, message, span }) => `${code} ${severity} ${span.start}-${span.end} ${message}`)
      .sort();
  const anyExample = fc.constantFrom(...EXAMPLES.filter(({ path }) => path === exampleProject().path));
  fc.assert(
    fc.property(anyExample, anyExample, (source, other) => {
      expect(findingsIn(source.path, source, elsewhere(other))).toEqual(findingsIn(source.path, source));
    }),
    { numRuns: runs(runs(10_000)) },
  );
}, 600_000);
