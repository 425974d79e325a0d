// The picture at the top of the README: commands that are really run, and what they print, as SVG. `node scripts/terminal-picture.mjs` writes it.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
export const TARGET = 'docs/pictures/terminal.svg';

const SPEC = 'specs/text-tools/server.yaml';

/** What is typed, or what is edited and how that is shown; `lines` are those of the output that are shown, others are an ellipsis. */
const STEPS = [
  { typed: 'npx haft init', lines: [0, 0] },
  { typed: 'npx haft compile' },
  { typed: 'npx haft release' },
  {
    edit: ['maximum: 100, default: 10', 'maximum: 50, default: 60'],
    says: '# edit a tool: maximum 100 → 50, default 10 → 60',
  },
  { typed: 'npx haft check', lines: [0, 4] },
  { edit: ['maximum: 50, default: 60', 'maximum: 50, default: 10'], says: '# correct the default' },
  { typed: 'npx haft diff', lines: [1, 7] },
  { typed: 'npx haft bump rank_words', lines: [0, 3] },
];

/** The text of the picture. */
export function terminalPicture() {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'haft-picture-'));
  try {
    return svg(STEPS.flatMap((step) => linesOf(folder, step)));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function linesOf(cwd, { typed, edit, says, lines }) {
  if (edit) {
    const path = join(cwd, SPEC);
    writeFileSync(path, readFileSync(path, 'utf8').replace(...edit));
    return ['', `\u001B[2m${says}\u001B[22m`];
  }
  const [command, ...args] = typed.replace(/^npx haft /, '').split(' ');
  const today = ['diff', 'bump'].includes(command) ? ['--today', '2026-11-27'] : [];
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [join(ROOT, 'compiler/bin/haft.js'), command, ...args, ...today],
    {
      cwd,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, FORCE_COLOR: '1', HOME: cwd },
    },
  );
  const all = `${stderr}${stdout}`.trimEnd().split('\n');
  const [first, last] = lines ?? [0, all.length - 1];
  const shown = all.slice(first, last + 1);
  return ['', `\u001B[1m$ ${typed}\u001B[22m`, ...shown, ...(last < all.length - 1 ? ['…'] : [])];
}

const COLUMNS = 104;
const [LETTER, LINE, MARGIN] = [7.8, 18, 16];
const CLASSES = { 1: 'b', 2: 'd', 31: 'r', 32: 'g', 33: 'y', 36: 'c' };

function svg(lines) {
  const rows = lines.slice(1).map((line, index) => {
    return `<text x="${MARGIN}" y="${MARGIN + 14 + index * LINE}">${spans(line)}</text>`;
  });
  const [width, height] = [Math.round(COLUMNS * LETTER + 2 * MARGIN), (lines.length - 1) * LINE + 2 * MARGIN];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="A terminal: init, compile, release, an edit with a mistake, check, diff, bump">
<style>text{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;fill:#e6e8eb;white-space:pre}.b{font-weight:700}.d{fill:#9aa3ad}.r{fill:#ff8f87}.g{fill:#85d49a}.y{fill:#f0c36b}.c{fill:#7fc8e8}</style>
<rect width="100%" height="100%" rx="8" fill="#16191d"/>
${rows.join('\n')}
</svg>
`;
}

/** Colors of the terminal as classes; a line ends at the edge. */
function spans(line) {
  const active = new Set();
  let [left, text] = [COLUMNS, ''];
  for (const [, codes, words = ''] of line.matchAll(/(?:\u001B\[([\d;]*)m)?([^\u001B]*)/g)) {
    for (const code of codes?.split(';') ?? []) turn(active, code);
    const shown = words.length > left ? `${words.slice(0, left - 1)}…` : words;
    left -= shown.length;
    if (shown !== '')
      text += active.size === 0 ? escape(shown) : `<tspan class="${[...active].join(' ')}">${escape(shown)}</tspan>`;
    if (left <= 0) break;
  }
  return text;
}

function turn(active, code) {
  if (CLASSES[code]) active.add(CLASSES[code]);
  if (code === '22') for (const one of ['b', 'd']) active.delete(one);
  if (code === '39') for (const one of ['r', 'g', 'y', 'c']) active.delete(one);
  if (code === '0' || code === '') active.clear();
}

function escape(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll(' ', '\u00A0');
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  writeFileSync(join(ROOT, TARGET), terminalPicture());
}
