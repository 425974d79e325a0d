// docs/benchmarks.md: every benchmark writes its own section and leaves the others as they are.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';

// By its folder, which a bundle of a benchmark is told.
const PAGE = join(import.meta.dirname, '../../docs/benchmarks.md');

/** In this order they stand on the page. */
const SECTIONS = ['Compiling', 'Serving', 'Views', 'Editing', 'Choosing', 'Choosing in the shipped specs'];

const HEAD = `# Benchmarks

Each section is written by a benchmark, on the machine and the day that it names. Ratios of one run can be trusted; times are those of that machine.
`;

/** The page with this section in its place; `lines` begin below its heading. */
export function withSection(page, title, lines) {
  const sections = new Map(
    page
      .split(/^(?=## )/m)
      .filter((part) => part.startsWith('## '))
      .map((part) => [part.slice(3, part.indexOf('\n')), part.trim()]),
  );
  sections.set(title, `## ${title}\n\n${lines.join('\n').trim()}`);
  const known = SECTIONS.flatMap((name) => sections.get(name) ?? []);
  return `${[HEAD.trim(), ...known].join('\n\n')}\n`;
}

export function writeSection(title, lines) {
  writeFileSync(PAGE, withSection(existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : '', title, lines));
}

/** "2026-11-20, Node v20.20.2, linux x64, 2 × …". */
export function machine() {
  const memory = Math.round(totalmem() / 2 ** 30);
  const day = new Date().toISOString().slice(0, 10);
  return `${day}, Node ${process.version}, ${process.platform} ${process.arch}, ${cpus().length} × ${cpus()[0]?.model}, ${memory} GiB.`;
}
