/** What the guides show is what happens: their specs pass every rule, and their command lines print what stands below them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from './support/folder.ts';
import { runLine } from './support/haft.ts';
import { ON_WINDOWS } from './support/posix.ts';

const DOCS = join(import.meta.dirname, '../docs');

/** The blocks of a language: without the fences. */
function blocks(page: string, language: string): string[] {
  return [...page.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].flatMap(([, name, text = '']) =>
    name === language ? [text] : [],
  );
}

function run(cwd: string, line: string): string {
  return runLine(cwd, line).stdout;
}

test
  .skipIf(ON_WINDOWS)
  .each([
    'command-tools.md',
    'try-a-tool.md',
    'pack.md',
    'value-types.md',
    'databases.md',
    'server-programs.md',
    'show-results.md',
    'prompts-and-resources.md',
    'ask-the-user.md',
  ])('docs/%s', (name) => {
  const page = readFileSync(join(DOCS, name), 'utf8');
  const files = [
    ...blocks(page, 'yaml').map((text) => [/^# (\S+)/.exec(text)?.[1] ?? '', text]),
    ...blocks(page, 'markdown').map((text) => [/^<!-- (\S+)/.exec(text)?.[1] ?? '', text.replace(/^.*\n/, '')]),
  ];
  const cwd = temporaryFolder(Object.fromEntries(files));
  expect(run(cwd, 'haft check')).toMatch(/^Checked 1 server/m);
  const consoles = blocks(page, 'console');
  expect(consoles.length).toBeGreaterThan(0);
  for (const text of consoles) {
    const [line = '', ...printed] = text.replace(/^\$ /, '').split('\n');
    expect(run(cwd, line), line).toBe(printed.join('\n'));
  }
});
