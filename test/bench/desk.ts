/**
 * Measures what a letter costs the language server: from the changed text to the findings of the whole project, without those that wait
 * until nothing is typed.
 *
 *   npm run bench:desk [-- --tools 1000 --write]
 *
 * Processor time of the whole process, garbage collection and threads of the engine included. `--write` writes the section of
 * docs/benchmarks.md.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { stepsFor } from '../../compiler/cli/commands/lsp.ts';
import { openOverlay } from '../../compiler/features/desk/run/overlay.ts';
import { openDesk } from '../../compiler/features/desk/run/project-desk.ts';
import { haftSpecs } from './compile/haft-specs.mjs';
import { machine, writeSection } from './page.mjs';

const { values } = parseArgs({
  options: { tools: { type: 'string', default: '1000' }, write: { type: 'boolean', default: false } },
});
const COUNT = Number(values.tools);
const BIN = join(import.meta.dirname, '../../compiler/bin/haft.js');

/** Letters before and while it is measured. */
const [WARM, LETTERS] = [300, 300];

interface Case {
  readonly what: string;
  /** The texts of the project, the first of them is edited. */
  readonly prepare: (text: string, at: number) => string;
  /** The text after the n-th letter. */
  readonly letter: (text: string, at: number) => string;
}

/** A description that brings a finding of a rule. */
const withFinding = (text: string): string => text.replace('    effects: read\n', '');
const inDescription = (text: string, at: number): string =>
  text.replace(/(does: [^\n]*)\n/, `$1${'x'.repeat(at % 7)}\n`);

const CASES: readonly Case[] = [
  { what: 'a letter in a description', prepare: (text) => text, letter: inDescription },
  {
    what: 'the same, the edited file has a finding',
    prepare: (text, at) => (at === 0 ? withFinding(text) : text),
    letter: inDescription,
  },
  { what: 'the same, every file has a finding', prepare: withFinding, letter: inDescription },
  {
    what: 'a letter in the name of a tool',
    prepare: (text) => text,
    letter: (text, at) => text.replace(/(- name: [^\n]*)\n/, `$1${'x'.repeat(at % 7)}\n`),
  },
  {
    what: 'a text that is broken at every second letter',
    prepare: (text) => text,
    letter: (text, at) => (at % 2 === 0 ? text : text.replace(/does: ([^\n]*)\n/, 'does: "$1\n')),
  },
];

interface Figures {
  readonly p50: number;
  readonly p95: number;
}

async function measure({ prepare, letter }: Case, isReleased: boolean): Promise<Figures> {
  const root = mkdtempSync(join(tmpdir(), 'haft-desk-'));
  const specs = Object.entries(haftSpecs(COUNT));
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  write('haft.yaml', '');
  for (const [path, text] of specs) write(path, text);
  if (isReleased) execFileSync(process.execPath, [BIN, 'release'], { cwd: root, stdio: 'ignore' });
  for (const [at, [path, text]] of specs.entries()) write(path, prepare(text, at));
  const [[path = '', first = ''] = []] = specs;
  const text = prepare(first, 0);
  const overlay = openOverlay();
  const desk = openDesk(
    root,
    stepsFor(() => '2026-11-20'),
    overlay,
  );
  const uri = pathToFileURL(join(root, path)).href;
  const times: number[] = [];
  for (let at = 0; at < WARM + LETTERS; at += 1) {
    const before = process.cpuUsage();
    desk.textChanged(overlay.open({ uri, version: at, text: letter(text, at) }) ?? '');
    await desk.glance();
    const { user, system } = process.cpuUsage(before);
    if (at >= WARM) times.push((user + system) / 1000);
  }
  rmSync(root, { recursive: true, force: true });
  const sorted = times.toSorted((a, b) => a - b);
  const share = (part: number): number => sorted[Math.floor(part * sorted.length)] ?? 0;
  return { p50: share(0.5), p95: share(0.95) };
}

const rows: string[] = [];
for (const one of CASES) {
  const [plain, released] = [await measure(one, false), await measure(one, true)];
  const cells = [plain.p50, plain.p95, released.p50, released.p95].map((value) => value.toFixed(1));
  rows.push(`| ${one.what} | ${cells.join(' | ')} |`);
  process.stdout.write(`${rows.at(-1)}\n`);
}
if (values.write)
  writeSection('Editing', [
    `${machine()} Made by \`npm run bench:desk -- --write\`. Processor time of \`haft lsp\` for one letter: from the text that an editor sends to the findings of`,
    `the whole project, without the notes on cases that wait until nothing is typed. ${COUNT.toLocaleString('en')} tools in ${Math.ceil(COUNT / 10)} files; ${LETTERS} letters after ${WARM} to warm up; milliseconds.`,
    '',
    '|  | p50 | p95 | released: p50 | p95 |',
    '|---|--:|--:|--:|--:|',
    ...rows,
  ]);
