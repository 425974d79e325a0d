/** Prints docs/change-a-tool.md by going through the evolution of a released tool with the built command line; a test fails on drift. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
export const TARGET: string = join(ROOT, 'docs/change-a-tool.md');

const SPECS = 'specs/reference-manager';
const SERVER = `${SPECS}/server.yaml`;
const SKILL = `${SPECS}/literature-review.yaml`;

/** One step: what the author does, in words and as replacements in the spec, and what is run then. */
interface Step {
  readonly title: string;
  readonly words: string;
  readonly edits?: readonly (readonly [from: string, to: string, file?: string])[];
  /** Command lines, each with the day on which it is run. */
  readonly runs: readonly (readonly [day: string, line: string])[];
}

const LIMIT =
  'limit: { type: integer, minimum: 1, maximum: 100, default: 25, description: How many references to return at most. }';
const NEW_PARAMETER =
  'year: { type: integer, minimum: 1000, maximum: 9999, description: Year of publication that a reference must have. }';
const WITH_DEFAULT =
  'order: { type: string, enum: [newest, oldest], default: newest, description: "Which references come first, by the day of their last change." }';
const TRANSLATED = 'translate: { scope: { titles: titleCreatorYear },';

const ACKNOWLEDGED = '# haft-ignore version/evals-stale until 2026-12-31: no model is available here';

const STEPS: readonly Step[] = [
  {
    title: 'Release',
    words:
      '`haft release` records the current specs as the contract. Commit `haft.contract.json`: `compile` and `check` compare the specs with it from now on.',
    runs: [['2026-11-20', 'haft release']],
  },
  {
    title: 'Add a parameter',
    words:
      'Add the parameter `year`. Without a default, the meaning of existing calls is undefined, so EXT §9 requires one.',
    edits: [[LIMIT, `${LIMIT}\n      ${NEW_PARAMETER}`]],
    runs: [['2026-11-21', 'haft check']],
  },
  {
    title: 'Add a parameter with a default',
    words:
      'The parameter `order`, with a default that keeps the previous behavior, is safe for existing calls. Models see a changed tool, so the evals of the server are stale until you rerun them.',
    edits: [
      [NEW_PARAMETER, WITH_DEFAULT],
      ['qmode: "{scope}",', 'qmode: "{scope}", direction: "{order}",'],
      [TRANSLATED, `${TRANSLATED} order: { newest: desc, oldest: asc },`],
    ],
    runs: [['2026-11-21', 'haft diff']],
  },
  {
    title: 'Change wording',
    words:
      'Descriptions are part of the contract, because models choose by them. A changed number or unit in a parameter description usually changes the meaning.',
    edits: [['How many references to return at most.', 'How many pages of references to return at most.']],
    runs: [['2026-11-22', 'haft check']],
  },
  {
    title: 'Make a breaking change',
    words: 'Restore the wording and lower the maximum to 50: calls with more are rejected.',
    edits: [
      ['How many pages of references to return at most.', 'How many references to return at most.'],
      [LIMIT, LIMIT.replace('maximum: 100', 'maximum: 50')],
    ],
    runs: [['2026-11-23', 'haft check']],
  },
  {
    title: 'Publish the edit as a successor',
    words:
      '`haft bump` publishes the edit under a new name, restores the released version as deprecated, and updates similar tools and skills to use the successor.',
    runs: [
      ['2026-11-23', 'haft bump search_references --reason "Fifty references at once are enough."'],
      ['2026-11-23', 'haft check'],
      ['2026-11-23', 'haft diff'],
    ],
  },
  {
    title: 'Release without a new version',
    words: 'Users of 1.0.0 would not notice the change, so the release is rejected.',
    runs: [['2026-11-23', 'haft release']],
  },
  {
    title: 'Raise the versions, and release',
    words:
      'The server and the skill get the versions that the report names. Changed descriptions must also be tested again (EXT §9 rule 3): run the evals and record the results with `haft evals record`, or, as here, state at the line why not and until when.',
    edits: [
      ['name: reference-manager', `${ACKNOWLEDGED}\nname: reference-manager`],
      ['version: 1.0.0', 'version: 1.1.0'],
      ['version: 1.0.0', 'version: 1.1.0', SKILL],
    ],
    runs: [['2026-11-23', 'haft release']],
  },
  {
    title: 'Remove the old version too early',
    words: 'One month later the old version is deleted, before the 90-day deprecation period ends.',
    edits: [['@@REMOVE', '']],
    runs: [['2026-12-23', 'haft check']],
  },
  {
    title: 'Remove the old version',
    words:
      'After the removal date the same specs pass. Remaining callers of the old version break, so the major version increases.',
    edits: [
      ['version: 1.1.0', 'version: 2.0.0'],
      [ACKNOWLEDGED, ACKNOWLEDGED.replace('2026-12-31', '2027-03-31')],
    ],
    runs: [
      ['2027-02-21', 'haft check'],
      ['2027-02-21', 'haft diff'],
      ['2027-02-21', 'haft release'],
    ],
  },
];

const INTRO = `# Change a released tool

This guide is generated by running its commands (\`scripts/guide.ts\`), and \`test/guide.test.ts\` replays it.
The spec is [specs/reference-manager](../specs/reference-manager), the rules are those of EXT §9.
`;

/** Goes through the steps in a copy of these specs. */
export function guidePage(): string {
  const folder = mkdtempSync(join(tmpdir(), 'haft-guide-'));
  try {
    cpSync(join(ROOT, dirname(SERVER)), join(folder, dirname(SERVER)), { recursive: true });
    return [INTRO, ...STEPS.map((step, index) => section(step, index + 1, folder))].join('\n');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function section({ title, words, edits = [], runs }: Step, number: number, folder: string): string {
  for (const [from, to, file = SERVER] of edits) edit(join(folder, file), from, to);
  const shown = runs.map(([day, line]) => `\`\`\`\n$ ${line}        # ${day}\n${run(folder, day, line)}\n\`\`\``);
  return `## ${number}. ${title}\n\n${words}\n\n${shown.join('\n\n')}\n`;
}

function edit(path: string, from: string, to: string): void {
  const text = readFileSync(path, 'utf8');
  if (from === '@@REMOVE') return writeFileSync(path, withoutOldForm(text));
  if (!text.includes(from)) throw new Error(`the guide edits "${from}", which is not in ${path}`);
  writeFileSync(path, text.replace(from, to));
}

/** The item of the list that begins with the old name. */
function withoutOldForm(text: string): string {
  const start = text.indexOf('  - name: search_references\n');
  const next = text.indexOf('\n  - name: ', start + 1);
  return text.slice(0, start) + text.slice(next + 1);
}

function run(folder: string, day: string, line: string): string {
  const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map((match) => match[1] ?? match[2] ?? '').slice(1);
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [join(ROOT, 'compiler/bin/haft.js'), ...words, '--today', day],
    {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1' },
    },
  );
  return `${stderr}${stdout}`.trimEnd();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(TARGET, guidePage());
