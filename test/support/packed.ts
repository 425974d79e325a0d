/** A project with three servers and a skill as the content of packages, and the files that a format makes of it. */
import { type PackSettings, packageOf } from '../../compiler/features/pack/package.ts';
import { textFile } from '../../compiler/features/pack/files.ts';
import type { Package, PackFile } from '../../compiler/features/pack/format.ts';
import { FORMATS } from '../../compiler/features/pack/formats/index.ts';
import type { Plan, ServerPlan } from '../../compiler/plan/model.ts';
import { planDescription } from '../../compiler/plan/description.ts';
import { toolPlan } from './tool-plan.ts';

const [BASE] = toolPlan({ type: 'object' }).servers;

export function server(name: string, more: Partial<ServerPlan>): ServerPlan[] {
  return BASE ? [{ ...BASE, name, title: `The ${name}`, summary: `Finds things in the ${name}.`, ...more }] : [];
}

export const KEY = { description: 'Key of\n the library.', secret: true, optional: false };
export const PLAN: Plan = {
  planVersion: 1,
  servers: [
    ...server('catalog', { transports: ['http'], version: '1.9.0' }),
    ...server('library', {
      version: '1.10.0',
      env: { LIBRARY_KEY: KEY, LIBRARY_URL: { description: 'Where it is.', secret: false, optional: true } },
    }),
    ...server('notes', { transports: ['http', 'stdio'], summary: `Keeps notes. ${'It is long. '.repeat(20)}` }),
  ],
  skills: [
    {
      name: 'find-books',
      version: '1.2.0',
      title: 'Find books',
      description: planDescription([{ part: 'does', text: 'Finds books.' }]),
      context: '',
      steps: [],
      never: [],
      not_for: [],
      references: [],
      servers: [],
      metadata: {},
      files: [],
      evals: [],
      source: 'specs/skill.yaml',
    },
  ],
};
export const COMPILED: readonly PackFile[] = [
  ...PLAN.servers.map(({ name }) => ({ ...textFile(`servers/${name}/server.mjs`, `// ${name}\n`), executable: true })),
  textFile('servers/library/tools.ts', '// not part of a package\n'),
  textFile('skills/find-books/SKILL.md', '# Find books\n'),
  textFile('skills/find-books/evals/evals.json', '{}'),
];
export const SAID = {
  folder: 'My Books!',
  author: 'Some Library',
  license: 'MIT',
  namespace: 'io.github.someone',
  scope: '@someone',
};

export const content = (said: Partial<PackSettings> = {}, plan: Plan = PLAN): Package =>
  packageOf(plan, { ...SAID, ...said }, COMPILED);
export const textOf = ({ bytes }: PackFile): string => new TextDecoder().decode(bytes());

export const HOSTILE = 'A "title" with $HOME, %h, `x` and a \\\nRUN rm -rf / \\';

export function listeningFiles(id: string, more: Partial<ServerPlan> = {}): readonly PackFile[] {
  const one = content({}, { ...PLAN, servers: server('catalog', { transports: ['http'], title: HOSTILE, ...more }) });
  return FORMATS.find((format) => format.id === id)?.files(one) ?? [];
}
