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

const STEPS: readonly Step[] = [
  {
    title: 'Release',
    words:
      'The specs of today become the contract. Commit `haft.contract.json`: from now on every compile and every check holds the specs against it.',
    runs: [['2026-11-20', 'haft release']],
  },
  {
    title: 'Add a parameter',
    words:
      'A year to search in. It has no default, so callers that do not send it would get something that nobody promised: EXT §9 asks for a default.',
    edits: [[LIMIT, `${LIMIT}\n      ${NEW_PARAMETER}`]],
    runs: [['2026-11-21', 'haft check']],
  },
  {
    title: 'Give it a default',
    words:
      'An order whose default is what the tool did before is safe. Calls that were there keep their meaning; what changes is what models see, so the evals of the server are stale until they were run again.',
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
      'Texts are part of the contract: a model chooses by them. A changed number or unit in a parameter’s text is likely a changed meaning.',
    edits: [['How many references to return at most.', 'How many pages of references to return at most.']],
    runs: [['2026-11-22', 'haft check']],
  },
  {
    title: 'Break it',
    words: 'The wording goes back. Fifty references at once are enough from now on: calls with more would be rejected.',
    edits: [
      ['How many pages of references to return at most.', 'How many references to return at most.'],
      [LIMIT, LIMIT.replace('maximum: 100', 'maximum: 50')],
    ],
    runs: [['2026-11-23', 'haft check']],
  },
  {
    title: 'Bump it',
    words:
      'The edit gets a name of its own, and the released form comes back, deprecated. Neighbors and skills are pointed to the successor.',
    runs: [
      ['2026-11-23', 'haft bump search_references --reason "Fifty references at once are enough."'],
      ['2026-11-23', 'haft check'],
      ['2026-11-23', 'haft diff'],
    ],
  },
  {
    title: 'Release it under the old number',
    words: 'Whoever has 1.0.0 would not learn that there is something new: the release is refused.',
    runs: [['2026-11-23', 'haft release']],
  },
  {
    title: 'Raise the versions, and release',
    words: 'The server and the skill get the versions that the report names.',
    edits: [
      ['version: 1.0.0', 'version: 1.1.0'],
      ['version: 1.0.0', 'version: 1.1.0', SKILL],
    ],
    runs: [['2026-11-23', 'haft release']],
  },
  {
    title: 'Remove the old form too early',
    words: 'A month later somebody deletes it. The period of 90 days is not over.',
    edits: [['@@REMOVE', '']],
    runs: [['2026-12-23', 'haft check']],
  },
  {
    title: 'Wait out the period, and remove it',
    words:
      'On the promised day the same specs are in order. Who still calls the old form breaks, as was promised: the first number of the version rises.',
    edits: [['version: 1.1.0', 'version: 2.0.0']],
    runs: [
      ['2027-02-21', 'haft check'],
      ['2027-02-21', 'haft diff'],
      ['2027-02-21', 'haft release'],
    ],
  },
];

const INTRO = `# Change a tool that people use

Printed by \`scripts/guide.ts\`, which really does what stands here; \`test/guide.test.ts\` replays it.
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
