/** A home folder, a project with compiled servers and skills, and installations into hosts of that home. */
import { createHash } from 'node:crypto';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { readOptions } from '../../compiler/cli/install/options.ts';
import { readInstallable } from '../../compiler/cli/install/output.ts';
import { install } from '../../compiler/cli/install/run.ts';
import type { Invocation } from '../../compiler/cli/command-line/command.ts';
import type { Installed } from '../../compiler/cli/install/run.ts';
import { temporaryFolder, treeOf, writeFiles } from './folder.ts';

const VARIABLES = {
  LIBRARY_URL: { description: 'Where the library is.', secret: false, optional: false },
  LIBRARY_KEY: { description: 'Key of the library.', secret: true, optional: true },
};

/** One tool that only reads. */
const SERVING = `
const TOOLS = [{ name: 'list_books', inputSchema: { type: 'object', properties: {} }, annotations: { readOnlyHint: true } }];
const RESULTS = { initialize: { capabilities: {} }, 'tools/list': { tools: TOOLS } };
serveLines((id, method) => {
  const structuredContent = { success: true, data: {} };
  return { jsonrpc: '2.0', id, result: RESULTS[method] ?? { structuredContent } };
});
function serveLines(answer) {
  let text = '';
  process.stdin.on('data', (chunk) => {
    text += chunk;
    for (let end = text.indexOf('\\n'); end >= 0; end = text.indexOf('\\n')) {
      const { id, method } = JSON.parse(text.slice(0, end));
      text = text.slice(end + 1);
      if (id !== undefined) process.stdout.write(JSON.stringify(answer(id, method)) + '\\n');
    }
  });
}
`;

function serverText(name: string, transports: readonly string[], env: object): string {
  const members = { name, version: '1.0.0', transports, env };
  const lines = Object.entries(members).map(([key, value]) => `  "${key}": ${JSON.stringify(value)},`);
  return `const HAFT_SERVER = {\n${lines.join('\n')}\n};\n${SERVING}`;
}

/** What `haft compile` would have written. */
const COMPILED: Readonly<Record<string, string>> = {
  'servers/library/server.mjs': serverText('library', ['stdio'], VARIABLES),
  'servers/notes/server.mjs': serverText('notes', ['http', 'stdio'], {}),
  'servers/catalog/server.mjs': serverText('catalog', ['http'], {}),
  'skills/find-books/SKILL.md': '---\nname: find-books\n---\n',
  'skills/find-books/scripts/run.sh': '#!/bin/sh\n',
};

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

export interface InstallBench {
  readonly home: string;
  readonly project: string;
  readonly install: (line: string, variables?: Readonly<Record<string, string>>) => Installed;
  /** Everything below the home folder but the project, with the home folder as `~`. */
  readonly tree: () => Record<string, string>;
}

export function installBench(files: Readonly<Record<string, string>> = {}, node = '/usr/bin/node'): InstallBench {
  const folder = temporaryFolder();
  const home = join(folder, 'home ü');
  const project = join(home, 'my project');
  const paths = Object.fromEntries(
    Object.entries(COMPILED).map(([path, text]) => [path, { sha256: hashOf(text), source: '*' }]),
  );
  const manifest = JSON.stringify({ manifestVersion: 1, files: paths });
  writeFiles(join(project, 'generated'), { ...COMPILED, 'haft.manifest.json': manifest });
  chmodSync(join(project, 'generated/skills/find-books/scripts/run.sh'), 0o755);
  writeFiles(home, files);
  return {
    home,
    project,
    install: (line, variables = {}) => installLine(line, { home, project, variables, node }),
    tree: () => {
      const all = Object.entries(treeOf(home)).filter(([path]) => !path.startsWith('my project/generated/'));
      return Object.fromEntries(all.map(([path, text]) => [path, text.replaceAll(home, '~')]));
    },
  };
}

interface Place {
  readonly home: string;
  readonly project: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly node: string;
}

/** `--flag` and `--flag=value` and hosts, as on the command line. */
export function wordsOf(line: string): Pick<Invocation, 'flags' | 'lists' | 'positionals'> {
  const flags: Record<string, string | boolean> = {};
  const lists: Record<string, string[]> = {};
  const positionals: string[] = [];
  for (const word of line.split(' ').filter((part) => part !== '')) {
    const [, name, value] = /^--([\w-]+)(?:=(.*))?$/.exec(word) ?? [];
    if (name === undefined) positionals.push(word);
    else if (value === undefined) flags[name] = true;
    else if (['env', 'env-from-shell', 'only', 'host'].includes(name)) (lists[name] ??= []).push(value);
    else flags[name] = value;
  }
  return { flags, lists, positionals };
}

function installLine(line: string, { home, project, variables, node }: Place): Installed {
  const options = readOptions({ cwd: project, ...wordsOf(line) });
  const out = join(project, 'generated');
  return install({
    options,
    installable: readInstallable(out, options.only),
    system: { platform: 'linux', home, env: variables },
    root: project,
    out,
    node,
  });
}
