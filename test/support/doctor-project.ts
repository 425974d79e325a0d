/** A compiled project with one server and one skill in a home folder, where faults are planted and their fixes followed. */
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SECRET } from './doctor-bench.ts';
import type { Planted, PlantingBench } from './doctor-planting.ts';
import { temporaryFolder, treeOf, writeFiles } from './folder.ts';
import { freshHaft, haft } from './haft.ts';
import type { Ran } from './haft.ts';
import { askResident } from './resident.ts';

const SERVER = `kind: server
name: library
version: 1.0.0
summary: Lists the books of a library.
env:
  LIBRARY_URL:
    description: Where the library is.
  LIBRARY_KEY:
    description: Key of the library.
    secret: true
    optional: true
tools:
  - name: list_books
    title: List books
    description:
      does: Lists the books of the library by title.
      when: the user asks which books there are
      examples: [Which books are there?]
    parameters:
      shelf: { type: string, default: all, maxLength: 50, description: "The shelf to list." }
    effects: read
    open_world: false
    handler: handlers.ts
    evals:
${['which books are there', 'list the books', 'show me all books', 'what can I read', 'books on the shelf'].map((query) => `      - { query: ${query} }\n`).join('')}      - { query: write a poem, expect: none }
`;
const SKILL = `kind: skill
name: find-books
version: 1.0.0
title: Find books
description:
  does: Finds books by their titles.
  when: the user looks for a book
  triggers: [find a book, which book is about tides]
  not_for:
    - { case: "journals, which the library does not have" }
context: |
  The library lists its books by title.
steps:
  - Call \`list_books\` and show the titles that fit.
never:
  - Invent books
servers: [library]
`;
const SPECS: Readonly<Record<string, string>> = {
  'specs/library/server.yaml': SERVER,
  'specs/library/skill.yaml': SKILL,
  'specs/library/handlers.ts': 'export const listBooks = () => ({ titles: [] });\n',
};

/** Faults of the project itself, and some that only a compiled server has. */
export const PROJECT_FAULTS: readonly Planted[] = [
  {
    fault: 'a spec that is newer than the output',
    line: 'claude-code --user',
    plant: (bench) => {
      // A process that stays remembers in itself what it compiled.
      freshHaft(bench.project, 'compile');
      bench.edit('my project/specs/library/server.yaml', (text) =>
        text.replace('the user asks', 'the user wants to know'),
      );
    },
    id: 'output-old',
    place: 'specs/library/server.yaml',
    says: /has changed since the last `haft compile`/,
  },
  {
    fault: 'a variable that was added since',
    line: 'codex --user',
    plant: (bench) => {
      bench.edit('my project/specs/library/server.yaml', (text) =>
        text.replace(
          '    optional: true\n',
          '    optional: true\n  LIBRARY_PIN:\n    description: A number.\n    optional: true\n',
        ),
      );
      run(bench, ['compile']);
    },
    id: 'stale-entry',
    place: '~/.codex/config.toml, mcp_servers.library',
    says: /is outdated/,
  },
  {
    fault: 'a copy that is older',
    line: 'claude-code --user --copy',
    plant: (bench) => {
      bench.edit('my project/specs/library/server.yaml', (text) => text.replace('by title.', 'by their titles.'));
      run(bench, ['compile']);
    },
    id: 'stale-copy',
    place: '~/.claude.json, mcpServers.library.args',
    says: /differs from the compiled server/,
  },
  {
    fault: 'a project that was moved',
    line: '',
    plant: (bench) => {
      const before = join(bench.home, 'old place');
      cpSync(bench.project, before, { recursive: true });
      const old = { ...bench, project: before, env: homeEnvironment(bench.home) };
      run(old, ['compile']);
      run(old, ['install', 'claude-code', '--user', '--env', 'LIBRARY_URL=http://127.0.0.1:9']);
      rmSync(before, { recursive: true });
    },
    id: 'script-missing',
    place: '~/.claude.json, mcpServers.library.args',
    says: /There is no file ".*old place/,
  },
  {
    fault: 'a server whose schema was changed by hand',
    line: 'claude-code --user',
    plant: (bench) =>
      bench.edit('my project/generated/servers/library/server.mjs', (text) =>
        text.replaceAll('"additionalProperties":false', '"required":["nothing"],"additionalProperties":false'),
      ),
    id: 'schema-wrong',
    place: '~/.claude.json, mcpServers.library',
    says: /requires "nothing"/,
  },
];

const compiled = new Map<string, Readonly<Record<string, string>>>();

/** Compiled once for a process. */
function compiledProject(transports: string): Readonly<Record<string, string>> {
  const known = compiled.get(transports);
  if (known) return known;
  const server = SERVER.replace('env:\n', () => `transports: [${transports}]\nenv:\n`);
  const folder = temporaryFolder({ ...SPECS, 'specs/library/server.yaml': server });
  const { code, stdout, stderr } = haft(folder, 'compile');
  if (code !== 0) throw new Error(stdout + stderr);
  rmSync(join(folder, '.haft'), { recursive: true, force: true });
  const tree = treeOf(folder);
  compiled.set(transports, tree);
  return tree;
}

interface DoctorProject extends PlantingBench {
  readonly env: NodeJS.ProcessEnv;
}

export function doctorProject(
  line: string,
  more: Readonly<Record<string, string>> = {},
  transports = 'stdio',
): DoctorProject {
  const home = join(temporaryFolder(), 'home');
  const project = join(home, 'my project');
  writeFiles(project, compiledProject(transports));
  const write = (files: Readonly<Record<string, string>>): void => writeFiles(home, files);
  const bench: DoctorProject = {
    home,
    project,
    script: join(project, 'generated/servers/library/server.mjs'),
    edit: (path, change) => writeFileSync(join(home, path), change(readFileSync(join(home, path), 'utf8'))),
    write,
    env: homeEnvironment(home),
  };
  // What the state of a compile names is where it was compiled.
  run(bench, ['compile']);
  if (line !== '') run(bench, ['install', ...line.split(' ')]);
  return { ...bench, env: { ...bench.env, ...more } };
}

function homeEnvironment(home: string): NodeJS.ProcessEnv {
  return {
    HOME: home,
    PATH: dirname(process.execPath),
    LIBRARY_URL: 'http://127.0.0.1:9',
    LIBRARY_KEY: SECRET,
    NO_COLOR: '1',
  };
}

export function run(
  { project, env = {} }: Pick<PlantingBench, 'project'> & Partial<Pick<DoctorProject, 'env'>>,
  args: readonly string[],
): Ran {
  return askResident({ cwd: project, args, env });
}

interface PrintedFinding {
  readonly id: string;
  readonly file?: string;
  readonly key?: string;
  readonly cause: string;
  readonly fix: string;
  readonly commands: readonly (readonly string[])[];
}

export function findingsOf(bench: DoctorProject, asked: string, patience = '20'): readonly PrintedFinding[] {
  const args = ['doctor', ...asked.split(' ').filter(Boolean), '--json', '--wait', patience];
  const { code, stdout, stderr } = run(bench, args);
  if (code !== 0 && code !== 1) throw new Error(`${code}: ${stdout}${stderr}`);
  return (JSON.parse(stdout) as { readonly findings: readonly PrintedFinding[] }).findings;
}
