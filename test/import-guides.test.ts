/** docs/import-skills.md, docs/import-cli.md and docs/import-graphql.md: their commands print what stands below them; "…" stands for any lines. */
import { chmodSync, mkdirSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder, writeFiles } from './support/folder.ts';
import { runLine } from './support/haft.ts';
import { ON_WINDOWS } from './support/posix.ts';

function run(cwd: string, line: string): string {
  const env = { ...process.env, NO_COLOR: '1', PATH: `${join(cwd, 'bin')}${delimiter}${process.env['PATH'] ?? ''}` };
  return runLine(cwd, `{ ${line}; } 2>&1`, env).stdout;
}

test.skipIf(ON_WINDOWS).each(['import-skills.md', 'import-cli.md', 'import-graphql.md'])(
  'the guide %s is what happens',
  (name) => {
    const page = readFileSync(join(import.meta.dirname, '../docs', name), 'utf8');
    const root = temporaryFolder({ 'project/package.json': '{}' });
    const project = join(root, 'project');
    mkdirSync(join(project, 'specs'));
    const blocks = [...page.matchAll(/^```(\w+) ?(\S*)\n([^]*?)^```$/gm)];
    for (const [, kind, path = '', text = ''] of blocks) {
      if (kind !== 'console') {
        mkdirSync(dirname(join(root, path)), { recursive: true });
        writeFiles(root, { [path]: text });
        if (kind === 'sh') chmodSync(join(root, path), 0o755);
        continue;
      }
      for (const [, line = '', printed = ''] of text.matchAll(/^\$ (.*)\n((?:(?!\$ ).*\n)*)/gm)) {
        const output = run(project, line);
        const parts = printed.split('…\n');
        if (parts.length === 1) expect(output, line).toBe(printed);
        let from = 0;
        for (const part of parts) {
          const at = output.indexOf(part, from);
          expect(at, `${line}\n${part}\nin\n${output}`).toBeGreaterThanOrEqual(0);
          from = at + part.length;
        }
      }
    }
    expect(blocks.length).toBeGreaterThan(3);
  },
);
