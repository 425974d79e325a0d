/**
 * The importer of skills against real repositories: SKILL.md → spec → SKILL.md, with every file and mode.
 * Not in the default run: `HAFT_TEST_IMPORTS=1 HAFT_IMPORT_REPOSITORIES=<folder>` judges each folder in it, such as
 * clones of anthropics/skills, obra/superpowers and github/awesome-copilot.
 */
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { walkSkills } from '../../compiler/features/import/run/skills.ts';
import { importSkills } from '../../compiler/features/import/skills/import-skills.ts';
import { readFrontMatter, splitFrontMatter } from '../../compiler/spec/shape/front-matter.ts';
import { temporaryFolder } from '../support/folder.ts';
import { haft } from '../support/haft.ts';

const ASKED = process.env['HAFT_TEST_IMPORTS'] ?? '';
const HOME = process.env['HAFT_IMPORT_REPOSITORIES'] ?? '';
const REPOSITORIES =
  ASKED === '' || HOME === '' ? [] : readdirSync(HOME).filter((name) => statSync(join(HOME, name)).isDirectory());

if (REPOSITORIES.length === 0)
  process.stdout.write(
    'judges/skills: skipped; HAFT_TEST_IMPORTS=1 HAFT_IMPORT_REPOSITORIES=<folder> imports the repositories in it.\n',
  );

describe.runIf(REPOSITORIES.length > 0)('a repository', () => {
  test.each(REPOSITORIES)(
    '%s comes out as it came in',
    (name) => {
      const source = join(HOME, name);
      const root = temporaryFolder({ 'package.json': '{}', 'specs/readme.txt': 'Specs.' });
      const run = haft(root, 'import', 'skills', source, '--name', 'all', '--format', 'json');
      expect(run.code, run.stderr).toBe(0);
      const compiled = haft(root, 'compile');
      expect(compiled.code, compiled.stdout + compiled.stderr).toBe(0);
      const verdict = judge(source, root);
      const specs = specsIn(join(root, 'specs'));
      for (const spec of specs) edit(spec, (value) => Object.assign(Object(value['front_matter']), ADDED));
      expect(haft(root, 'compile').code).toBe(0);
      const edited = judge(source, root);
      for (const spec of specs)
        edit(spec, (value) => {
          delete value['front_matter_source'];
          Reflect.deleteProperty(Object(value['front_matter']), 'x-judge');
        });
      expect(haft(root, 'compile').code).toBe(0);
      const again = judge(source, root);
      process.stdout.write(
        `judges/skills: ${name}: ${verdict.skills} skills; SKILL.md byte-equal ${verdict.whole}, body ${verdict.body}; ` +
          `${verdict.same} of ${verdict.files} other files with their modes; ` +
          `with one key more, every other line as it was ${edited.lines}; without front_matter_source: ` +
          `front matter equal ${again.equal}; ` +
          `${verdict.unfaithful} with another name or description; ${verdict.skipped} not imported.\n`,
      );
      expect(verdict.wrong).toEqual([]);
      expect([verdict.whole, verdict.body]).toEqual([verdict.skills - verdict.unfaithful, verdict.skills]);
      expect(verdict.same).toBe(verdict.files);
      expect(verdict.lines).toBe(verdict.skills);
      // A text with an alias cannot be edited; its values are printed in its order.
      expect(edited.lines).toBeGreaterThanOrEqual(verdict.skills * 0.98);
      expect([again.body, again.equal]).toEqual([verdict.skills, verdict.skills - verdict.unfaithful]);
    },
    600_000,
  );
});

interface Verdict {
  skills: number;
  /** SKILL.md is the same to the letter. */
  whole: number;
  body: number;
  /** Every line is the same but for a key that was added, and the name or description where that had to be another. */
  lines: number;
  /** The front matter says the same. */
  equal: number;
  files: number;
  same: number;
  /** Reported as lossy: another name, another description. */
  unfaithful: number;
  skipped: number;
  readonly wrong: string[];
}

/** The output against the files of the source, found without the importer's own list. */
function judge(source: string, root: string): Verdict {
  const { documents, losses } = importSkills({ ...walkSkills(source), name: 'all' });
  const verdict: Verdict = {
    skills: documents.length,
    whole: 0,
    body: 0,
    lines: 0,
    equal: 0,
    files: 0,
    same: 0,
    unfaithful: new Set(
      losses.filter(({ subject }) => /^(?:names|descriptions) of skills$/.test(subject)).map((one) => one.from),
    ).size,
    skipped: losses.filter(({ subject }) => subject === 'skills that cannot be read').length,
    wrong: [],
  };
  const folders = new Set(documents.map(({ value }) => value.from));
  for (const { value } of documents) {
    const out = join(root, 'generated/skills', String(value['name']));
    const folder = join(source, value.from);
    compareSkill(folder, out, verdict);
    for (const path of filesBelow(folder)) {
      const isOther = [...folders].some(
        (other) => isInside(value.from, other) && isInside(other, `${value.from}/${path}`),
      );
      if (path === 'SKILL.md' || isOther) continue;
      verdict.files += 1;
      const [from, to] = [join(folder, path), join(out, path)];
      const isSame = existsSync(to) && readFileSync(from).equals(readFileSync(to)) && isRun(from) === isRun(to);
      if (isSame) verdict.same += 1;
      else verdict.wrong.push(to);
    }
  }
  return verdict;
}

function compareSkill(folder: string, out: string, verdict: Verdict): void {
  const read = (at: string): string => readFileSync(join(at, 'SKILL.md'), 'utf8');
  const [before, after] = [read(folder), read(out)];
  if (before === after) verdict.whole += 1;
  const [one, other] = [splitFrontMatter(before), splitFrontMatter(after)];
  if (!one || !other) return;
  if (one.body === other.body) verdict.body += 1;
  const [was, is] = [readFrontMatter(one.yaml), readFrontMatter(other.yaml)];
  if (sorted(was) === sorted(is)) verdict.equal += 1;
  if (lines(before) === lines(after)) verdict.lines += 1;
}

/** A key that no repository has. */
const ADDED = { 'x-judge': 'added' };

function lines(text: string): string {
  const other = /^(?:x-judge: added|name:.*|description: ?(?:""|''|))\r?$/;
  return text
    .split('\n')
    .filter((line) => !other.test(line))
    .join('\n');
}

function edit(spec: string, change: (value: Record<string, object>) => void): void {
  const value = { front_matter: {}, ...parse(readFileSync(spec, 'utf8')) } as Record<string, object>;
  change(value);
  writeFileSync(spec, stringify(value, { lineWidth: 0 }));
}

function sorted(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => {
    return typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner;
  });
}

function isRun(path: string): boolean {
  return (statSync(path).mode & 0o100) !== 0;
}

/** Neither hidden ones nor installed packages nor what is behind a link. */
function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name.startsWith('.') || entry.name === 'node_modules') return [];
    if (entry.isDirectory()) return filesBelow(join(folder, entry.name)).map((path) => `${entry.name}/${path}`);
    return entry.isFile() ? [entry.name] : [];
  });
}

function specsIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?:^|\/)skill(?:-\d+)?\.yaml$/.test(path))
    .map((path) => join(folder, path))
    .filter((path) => existsSync(join(dirname(path), 'SKILL.body.md')));
}

function isInside(folder: string, path: string): boolean {
  return folder === '.' ? path !== '.' : path.startsWith(`${folder}/`);
}
