/** Hostile text in every field of a spec changes the meaning of no file that is made from it (DESIGN §6). */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { bundle } from '../compiler/edge/bundle/bundle.ts';
import { planSpecs } from '../compiler/plan/plan-specs.ts';
import { emit } from '../compiler/emit/emit.ts';
import type { BundledFile } from '../compiler/emit/output-file.ts';
import type { Plan, ServerPlan, SkillPlan } from '../compiler/plan/model.ts';
import { SkillsClient } from '@modelcontextprotocol/client/ext/skills';
import { temporaryFolder } from './support/folder.ts';
import { frontMatterOf } from './support/front-matter.ts';
import { HOSTILE, hostileProject } from './support/hostile.ts';
import { connect } from './support/official-client.ts';
import { runProgram } from './support/run-program.ts';
import { onlyBroken } from './support/settings.ts';
import { typeErrors } from './support/with-typescript.ts';
import { IS_WHOLE } from './support/runs.ts';

const REPOSITORY = join(import.meta.dirname, '..');
const { specs, files } = hostileProject();
// Rules against hidden text would refuse all of it; here it has to get through.
const compiled = planSpecs(specs, { files, settings: onlyBroken() });
const plan: Plan = compiled.value?.plan ?? { planVersion: 1, servers: [], skills: [] };
const output = emit(plan, '..', new Map(files.map(({ path, bytes }) => [path, bytes])));
const texts: Readonly<Record<string, string>> = Object.fromEntries(
  output.flatMap((file) => (file.kind === 'text' ? [[file.path, file.text]] : [])),
);

test('it compiles', () => {
  expect(compiled.diagnostics).toEqual([]);
  expect(plan.servers.map(({ name }) => name)).toEqual(['archive', 'scriptorium']);
  expect(plan.skills.map(({ name }) => name)).toEqual(['read-the-marks']);
});

test('the plan holds the texts of the specs unchanged, and survives JSON', () => {
  const archive = serverPlan('archive');
  expect(archive.title).toBe(`title ${HOSTILE} end`);
  expect(archive.summary).toBe(`summary ${HOSTILE} end`);
  expect(skillPlan().context).toBe(`context ${HOSTILE} end`);
  expect(Object.keys(archive.tools[0]?.inputSchema.properties ?? {})).toContain('__proto__');
  expect(JSON.parse(JSON.stringify(plan))).toEqual(plan);
});

describe('TypeScript', () => {
  test.skipIf(!IS_WHOLE)('passes strict tsc, handlers included (HAFT_RUNS=1)', () => {
    const generated = Object.entries(texts).filter(([path]) => path.endsWith('.ts'));
    expect(generated).toHaveLength(5);
    const files = Object.fromEntries(generated.map(([path, text]) => [`generated/${path}`, text]));
    expect(typeErrors({ ...files, [HANDLER_FILE]: HANDLERS })).toBe('');
  });

  test('holds no character that a reader could not see', () => {
    for (const [path, text] of Object.entries(texts)) {
      if (!path.endsWith('.md')) expect(invisible(text), path).toEqual([]);
    }
  });
});

describe('server.mjs', () => {
  test('lists the tools of the plan, printed', () => {
    expectListed(listOf(texts['servers/archive/server.mjs'] ?? ''), serverPlan('archive'));
  });

  test('lists the tools of the plan, bundled with handlers', async () => {
    const file = output.find((one): one is BundledFile => one.path === 'servers/scriptorium/server.mjs');
    if (!file) throw new Error('There is no such file.');
    const { code } = await bundle(file, temporaryFolder({ [HANDLER_FILE]: HANDLERS }));
    expectListed(listOf(file.print(code)), serverPlan('scriptorium'));
  });
});

// What only a model sees would be marked in it, so that its hash is another: no such skill can be compiled.
test('the official client reads the skill from its server and finds it unchanged', async () => {
  const visible = new TextEncoder().encode(marked(HOSTILE));
  const carried = files.map((file) => ({ ...file, bytes: visible }));
  const shown = specs.map(({ path, text }) => ({ path, text: marked(text) }));
  const { value } = planSpecs(shown, { files: carried, settings: onlyBroken() });
  if (!value) throw new Error('There is no Plan.');
  const made = emit(value.plan, '..', new Map(carried.map(({ path, bytes }) => [path, bytes])));
  const textOf = (path: string): string =>
    made.flatMap((one) => (one.kind === 'text' && one.path === path ? one.text : []))[0] ?? '';
  const folder = temporaryFolder({ 'server.mjs': textOf('servers/archive/server.mjs') });
  const reader = { parseFrontmatter: (yaml: string): Record<string, unknown> => parse(yaml) };
  const client = new SkillsClient(await connect('auto', join(folder, 'server.mjs')), reader);
  const [skill] = (await client.list()).skills;
  const [planned] = value.plan.skills;
  if (!skill || !planned) throw new Error('There is no skill.');
  expect(skill.frontmatter).toEqual(frontMatterOf(planned));
  expect(await client.read(skill)).toMatchObject({ verified: true, text: textOf('skills/read-the-marks/SKILL.md') });
  expect(await client.read(skill, 'references/marks.md')).toMatchObject({ verified: true, text: marked(HOSTILE) });
});

describe('JSON files', () => {
  test('hosts/mcp.json', () => {
    const entry = (name: string) => ({ command: 'node', args: [`\${HAFT_OUT}/servers/${name}/server.mjs`] });
    expect(parsed('hosts/mcp.json')).toEqual({
      mcpServers: { archive: entry('archive'), scriptorium: entry('scriptorium') },
    });
  });

  test.each(['archive', 'scriptorium'])('servers/%s/evals.json', (name) => {
    const { tools } = serverPlan(name);
    expect(parsed(`servers/${name}/evals.json`)).toEqual({ server: name, evals: tools.flatMap(({ evals }) => evals) });
  });

  test('the evals of a skill', () => {
    const { evals } = skillPlan();
    const file = parsed('skills/read-the-marks/evals/evals.json') as { evals: Readonly<Record<string, unknown>>[] };
    expect(file.evals.map(({ input }) => input)).toEqual(evals.map(({ input }) => input));
    expect(file.evals.map(({ prompt }) => prompt)).toEqual(evals.map(({ input }) => input));
    expect(file.evals[0]?.['expected_behavior']).toEqual(evals[0]?.expected_behavior);
    expect(parsed('skills/read-the-marks/evals/triggers.json')).toEqual(
      evals.map(({ input, should_trigger }) => ({ query: input, should_trigger })),
    );
  });
});

describe('SKILL.md', () => {
  const markdown = texts['skills/read-the-marks/SKILL.md'] ?? '';

  test('its front matter reads back as the plan, also when the file is cut at any "---"', () => {
    const [nothing, cutAnywhere = ''] = markdown.split('---');
    const [, cutAtLines] = markdown.split(/^---$/m);
    expect(nothing).toBe('');
    expect(cutAnywhere).toBe(cutAtLines);
    expect(parse(cutAnywhere)).toEqual(frontMatterOf(skillPlan()));
  });

  test('PyYAML reads the same, where there is one', () => {
    const script = [
      'import json, sys, yaml',
      'value = yaml.safe_load(sys.stdin.buffer.read().decode("utf-8").split("---")[1])',
      'sys.stdout.buffer.write(json.dumps(value, ensure_ascii=False).encode("utf-8"))',
    ].join('\n');
    if (runProgram('python3', ['-c', 'import yaml'], REPOSITORY).status !== 0) return;
    const { status, stdout, stderr } = runProgram('python3', ['-c', script], REPOSITORY, markdown);
    expect(stderr).toBe('');
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toEqual(frontMatterOf(skillPlan()));
  });

  test('its body keeps the structure of EXT §2.1', () => {
    const { steps, never, references } = skillPlan();
    const lines = markdown.slice(markdown.indexOf('\n---\n') + 5).split(/\r\n|\r|\n/);
    const headings = lines.filter((line) => /^#{1,6} /.test(line));
    expect(headings.filter((line) => line.startsWith('# '))).toHaveLength(1);
    expect(headings.slice(1)).toEqual(['## Steps', '## Do not', '## Tools', '## References']);
    expect(lines.flatMap((line) => /^(\d+)\. /.exec(line)?.[1] ?? [])).toEqual(
      steps.map((_step, index) => String(index + 1)),
    );
    const bullets = (from: string, to: string | undefined) => {
      const section = lines.slice(lines.indexOf(from), to === undefined ? undefined : lines.indexOf(to));
      return section.filter((line) => line.startsWith('- ')).length;
    };
    expect(bullets('## Do not', '## Tools')).toBe(never.length);
    expect(bullets('## References', undefined)).toBe(references.length);
    // A line of dashes at the margin would make a heading of the line above it.
    const fromSteps = lines.slice(lines.indexOf('## Steps'));
    expect(fromSteps.filter((line) => /^(---|===)/.test(line))).toEqual([]);
  });
});

test('hosts/add-commands.md has one line for each variable', () => {
  const lines = (texts['hosts/add-commands.md'] ?? '').split(/\r\n|\r|\n/);
  expect(lines.filter((line) => line.startsWith('- '))).toHaveLength(1);
  expect(lines.filter((line) => line.startsWith('## '))).toEqual(['## archive', '## scriptorium']);
});

const HANDLER_FILE = "specs/it's ${b} `c`/handlers.ts";
const HANDLERS = `import type { Handlers } from '../../generated/servers/scriptorium/tools.ts';

export const copyPage: Handlers['copyPage'] = (args) => ({ ['__proto__']: args.toString });
`;

function serverPlan(name: string): ServerPlan {
  const found = plan.servers.find((server) => server.name === name);
  if (!found) throw new Error(`There is no server "${name}" in the plan.`);
  return found;
}

function skillPlan(): SkillPlan {
  const [found] = plan.skills;
  if (!found) throw new Error('There is no skill in the plan.');
  return found;
}

function parsed(path: string): unknown {
  return JSON.parse(texts[path] ?? '');
}

function listOf(text: string): unknown {
  const folder = temporaryFolder({ 'server.mjs': text });
  const { status, stdout, stderr } = runProgram(process.execPath, ['server.mjs', '--list'], folder);
  expect(stderr).toBe('');
  expect(status).toBe(0);
  return JSON.parse(stdout);
}

/** Characters that only a model sees are marked in all that a server sends. */
function marked(text: string): string {
  return text.replaceAll(/[\u{E0000}-\u{E007F}]+/gu, '\uFFFD');
}

function expectListed(listed: unknown, server: ServerPlan): void {
  expect(listed).toHaveLength(server.tools.length);
  expect(listed).toMatchObject(
    server.tools.map(({ name, title = '', description }) => {
      return { name, title: marked(title), description: marked(description.text) };
    }),
  );
  const schemas = (listed as readonly { readonly inputSchema: unknown }[]).map(({ inputSchema }) => inputSchema);
  expect(JSON.stringify(schemas)).toBe(marked(JSON.stringify(server.tools.map(({ inputSchema }) => inputSchema))));
}

/** Control characters but for tab and line feed, and what Unicode shows as nothing or turns around. */
function invisible(text: string): string[] {
  return [...text.matchAll(/(?![\t\n])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu)].map(
    ([character], index) => `${index}: U+${character.codePointAt(0)?.toString(16)}`,
  );
}
