/** A restored tool has the text that its author wrote for the release: byte for byte, wherever git has it and it plans to the released tool. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { settingsOf } from '../compiler/check/settings.ts';
import { withoutRules } from '../compiler/edge/tasks/surroundings.ts';
import { toolsNamed } from '../compiler/plan/named-tools.ts';
import { type PlannedSpecs, planSpecs } from '../compiler/plan/plan-specs.ts';
import { applyEdits } from '../compiler/spec/yaml/apply-edits.ts';
import { authoredIn, restore } from '../compiler/versions/bump/released-text.ts';
import { bump } from '../compiler/versions/bump/bump.ts';
import { DATES } from './support/bumped.ts';
import { temporaryFolder, writeFiles } from './support/folder.ts';
import { haft } from './support/haft.ts';
import { SPEC, TEXT, TOOL } from './support/released.ts';
import { runs } from './support/runs.ts';

/** How one tool is written: nothing of it changes what is planned. */
const style = fc.record({
  above: fc.constantFrom('', '# measured since 2020', '# one\n# two'),
  gap: fc.boolean(),
  dash: fc.integer({ min: 1, max: 3 }),
  description: fc.constantFrom(
    'description: { does: Reads it., when: the user asks } # short',
    'description:\n  # long\n  does: >-\n    Reads\n    it.\n  when: "the user asks"',
    "description:\n      when: 'the user asks'\n      does: Reads it.",
  ),
  parameters: fc.constantFrom(
    'parameters: { room: { type: string, description: Name. } }',
    'parameters:\n  room: # which one\n    type: string\n    description: "Name."',
  ),
  isShuffled: fc.boolean(),
});
type Style = typeof style extends fc.Arbitrary<infer T> ? T : never;

const NAMES = ['read_air', 'read_heat', 'read_light'];

function itemOf({ above, gap, dash, description, parameters, isShuffled }: Style, at: number, indent: string): string {
  const keys = [description, 'effects: read', parameters, 'handler: handlers.ts'];
  const lines = [`name: ${NAMES[at]}`, ...(isShuffled ? keys.toReversed() : keys)].join('\n').split('\n');
  const inner = ' '.repeat(dash + 1);
  const item = lines.map((line, index) => `${indent}${index === 0 ? `-${inner.slice(1)}` : inner}${line}\n`).join('');
  const comments =
    above === ''
      ? ''
      : above
          .split('\n')
          .map((line) => `${indent}${line}\n`)
          .join('');
  return `${gap && at > 0 ? '\n' : ''}${comments}${item}`;
}

const HEAD = 'kind: server\nname: home\nversion: 1.0.0\nsummary: Reads a house.\ntools:\n';

function specs(text: string): PlannedSpecs {
  const { value, diagnostics } = planSpecs([{ path: 'specs/a.yaml', text }], {
    settings: withoutRules(settingsOf({})),
  });
  if (!value) throw new Error(`${text}\n${JSON.stringify(diagnostics)}`);
  return value;
}

function restored(released: PlannedSpecs, after: string, name: string): string {
  const [found] = toolsNamed(released.plan, name);
  if (!found) throw new Error(name);
  const authored = authoredIn(released, found);
  const place = { server: 'home', deprecated: undefined, handler: 'handlers.ts' };
  const edits = restore({ released: found.tool, authored }, specs(after).spec, place);
  return typeof edits === 'string' ? edits : applyEdits(after, edits.slice(0, 1));
}

const indents = fc.constantFrom('', '  ', '    ');

const lines = (all: string): string[] =>
  all
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

// Six tools are restored in a case.
test('a tool that was deleted or edited comes back byte for byte; in another column, line for line', () => {
  fc.assert(
    fc.property(fc.array(style, { minLength: 3, maxLength: 3 }), indents, indents, (styles, own, other) => {
      const items = (indent: string): string[] => styles.map((one, index) => itemOf(one, index, indent));
      const before = HEAD + items(own).join('');
      const released = specs(before);
      for (const [at, name] of NAMES.entries()) {
        const edit = (item: string, index: number): string => (index === at ? item.replace('Name.', 'Room.') : item);
        expect(restored(released, HEAD + items(own).map(edit).join(''), name)).toBe(before);
        const text = restored(
          released,
          HEAD +
            items(other)
              .filter((_item, index) => index !== at)
              .join(''),
          name,
        );
        const order = at === 0 ? [1, 0, 2] : [0, 1, 2];
        expect(lines(text)).toEqual(lines(HEAD + order.map((index) => items(other)[index]).join('')));
        if (own === other && at > 0 && !styles.some(({ gap }) => gap)) expect(text).toBe(before);
        else
          expect(toolsNamed(specs(text).plan, name).map(({ tool }) => tool)).toEqual(
            toolsNamed(released.plan, name).map(({ tool }) => tool),
          );
      }
    }),
    { numRuns: runs(500) },
  );
}, 600_000);

const crlf = (text: string): string => text.replaceAll('\n', '\r\n');

/** The released tool with the author's text, with the text of its successor, and printed. */
function bumpedTexts(released: PlannedSpecs, after: string, name: string): readonly string[] {
  const [found] = toolsNamed(released.plan, name);
  if (!found) throw new Error(name);
  const made = bump(found, specs(after).spec, DATES, 'It changed.', {
    handler: 'handlers.ts',
    authored: authoredIn(released, found),
  });
  return typeof made === 'string' ? [made] : made.alternatives.map((edits) => applyEdits(after, edits));
}

test('line ends are those of the file, whatever those of the release were', () => {
  fc.assert(
    fc.property(fc.array(style, { minLength: 3, maxLength: 3 }), indents, fc.boolean(), (styles, indent, isCrlf) => {
      const before = HEAD + styles.map((one, index) => itemOf(one, index, indent)).join('');
      const after = before.replace('Name.', 'Room.');
      const without = HEAD + styles.flatMap((one, index) => (index === 1 ? [] : itemOf(one, index, indent))).join('');
      const [plain, other] = [specs(before), specs(isCrlf ? crlf(before) : before)];
      expect(bumpedTexts(other, crlf(after), 'read_air')).toEqual(bumpedTexts(plain, after, 'read_air').map(crlf));
      expect(restored(other, crlf(after), 'read_air')).toBe(crlf(restored(plain, after, 'read_air')));
      expect(restored(other, crlf(without), 'read_heat')).toBe(crlf(restored(plain, without, 'read_heat')));
    }),
    { numRuns: runs(500) },
  );
}, 600_000);

test('from the commit of the release, with the command, and not from one that plans to something else', () => {
  const git = (...args: string[]): void => {
    const author = ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'commit.gpgsign=false'];
    execFileSync('git', [...author, ...args], { cwd: folder, stdio: 'ignore' });
  };
  const own = TEXT.replace(TOOL, `  # As ever.\n${TOOL.replace('effects: read', 'effects: read   # reads a clock')}`);
  const settings = 'rules: { version/evals-stale: off }\n';
  const folder = temporaryFolder({ [SPEC]: own, 'haft.yaml': settings });
  git('init', '-b', 'main');
  expect(haft(folder, 'release', '--today', '2026-11-20')).toMatchObject({ code: 0, stderr: '' });
  git('add', '-A');
  git('commit', '-m', 'x');
  const text = (): string => readFileSync(join(folder, SPEC), 'utf8');
  writeFiles(folder, { [SPEC]: own.replace('maxLength: 40', 'maxLength: 4').replace('   # reads a clock', '') });
  expect(haft(folder, 'bump', '--restore', 'get_time', '--today', '2026-11-21').code).toBe(0);
  expect(text()).toBe(own);
  writeFiles(folder, { [SPEC]: own.replace('maxLength: 40', 'maxLength: 4').replace('   # reads a clock', '') });
  expect(haft(folder, 'bump', 'get_time', '--today', '2026-11-21').code).toBe(0);
  expect(text()).toMatch(
    /name: get_time\n[^]*maxLength: 40[^]*effects: read {3}# reads a clock|effects: read {3}# reads a clock[^]*maxLength: 40/,
  );
  writeFiles(folder, { [SPEC]: own.replace('maxLength: 40', 'maxLength: 39') });
  git('commit', '-a', '--amend', '-m', 'x');
  expect(haft(folder, 'bump', '--restore', 'get_time', '--today', '2026-11-21').code).toBe(0);
  expect(text()).toContain('maxLength: 40');
});
