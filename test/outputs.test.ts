/** Emitters: each has a golden file, true paths on its page, and a switch, and `outputs:` of haft.yaml says which of them print. */
import { beforeAll, describe, expect, test } from 'vitest';
import { checkOutputs, emittersFor } from '../compiler/emit/outputs.ts';
import { emit } from '../compiler/emit/emit.ts';
import type { Emitter } from '../compiler/emit/emitter.ts';
import { EMITTERS } from '../compiler/emit/emitters/index.ts';
import type { OutputFile } from '../compiler/emit/output-file.ts';
import type { Plan } from '../compiler/plan/model.ts';
import type { Config } from '../compiler/check/documents/config.ts';
import { checkShape } from '../compiler/check/documents/check-shape.ts';
import { load } from '../compiler/spec/yaml/load.ts';
import { CARRIED, built } from './ext/project.ts';

let plan: Plan;
beforeAll(() => {
  plan = built(['summary: Finds', 'serve_skills: true\nsummary: Finds']).plan;
});

function filesOf(...emitters: readonly Emitter[]): readonly OutputFile[] {
  return emit(plan, '..', CARRIED, undefined, emitters);
}

/** `<name>` and the like stand for one part of a path; the last may be a path of several. */
function patternOf(path: string): RegExp {
  return new RegExp(
    `^${path
      .replaceAll('.', String.raw`\.`)
      .replaceAll(/<file>$/g, '.+')
      .replaceAll(/<[^>]+>/g, '[^/]+')}$`,
  );
}

describe.each(EMITTERS)('$id', (emitter) => {
  test('prints what its golden file shows', async () => {
    const texts = filesOf(emitter).map((file) => {
      const text = file.kind === 'text' && !file.path.endsWith('.mjs') ? file.text : `(${file.kind})\n`;
      return `### ${file.path}, from ${file.source}\n${text}`;
    });
    await expect(texts.join('\n')).toMatchFileSnapshot(`golden/outputs/${emitter.id}.txt`);
  });

  test('prints the paths of its page, and no others', () => {
    const own = emittersFor([{ use: emitter.id, skill: true }]).filter(({ id }) => id === emitter.id);
    const printed = filesOf(...own).map(({ path }) => path);
    const patterns = emitter.paths.map(([path]) => patternOf(path));
    expect(printed.filter((path) => !patterns.some((pattern) => pattern.test(path)))).toEqual([]);
    expect(patterns.filter((pattern) => !printed.some((path) => pattern.test(path)))).toEqual([]);
  });

  test('is turned off with all that it prints, or says why it cannot be', () => {
    const config = `outputs: [{ use: ${emitter.id}, off: true }]`;
    const without = emittersFor([{ use: emitter.id, off: true }]);
    expect(without).not.toContain(emitter);
    const all = emittersFor([emitter.id]);
    const left = filesOf(...all).filter(({ path }) => !filesOf(emitter).some((file) => file.path === path));
    expect(filesOf(...without).map(({ path }) => path)).toEqual(left.map(({ path }) => path));
    expect(problemsIn(config).map(({ code }) => code)).toEqual(emitter.required === undefined ? [] : ['spec/output']);
  });
});

test('without outputs: in haft.yaml, the standard ones print', () => {
  expect(emittersFor([])).toEqual(EMITTERS.filter(({ standard }) => standard));
});

test('with servers:, an output is printed for these alone', () => {
  const printed = ['library', 'other'].map((name) => filesOf(...emittersFor([{ use: 'in-process', servers: [name] }])));
  const paths = printed.map((files) => files.flatMap(({ path }) => (path.includes('in-process') ? [path] : [])));
  expect(paths).toEqual([['servers/library/in-process.d.mts', 'servers/library/in-process.mjs'], []]);
});

function problemsIn(text: string): { readonly code: string; readonly says: string; readonly at: string }[] {
  const [document] = load([{ path: 'haft.yaml', text }]).value.documents;
  if (!document) throw new Error('no document');
  const shape = checkShape(document, 'config').flatMap(({ diagnostic }) => diagnostic ?? []);
  const all =
    shape.length > 0
      ? shape
      : checkOutputs((document.value as Config).outputs ?? [], document, {
          ...plan,
          servers: plan.servers.filter(({ name }) => name === 'library'),
        });
  return all.map(({ code, message, hint, span }) => {
    return { code, says: `${message} ${hint}`, at: text.slice(span.start, span.end) };
  });
}

test.each<[written: string, at: string, says: string]>([
  ['outputs: [host]', 'host', 'Unknown output "host". Did you mean "hosts"?'],
  [
    'outputs: [{ use: pictures }]',
    'pictures',
    `Unknown output "pictures". Known: ${EMITTERS.map(({ id }) => id).join(', ')}.`,
  ],
  [
    'outputs: [hosts, { use: hosts, off: true }]',
    'hosts',
    'Output "hosts" is listed twice. Keep one of the two items.',
  ],
  [
    'outputs: [{ use: server, off: true }]',
    'true',
    'Output "server" cannot be turned off. Servers are what specs of tools are compiled to. Delete this item.',
  ],
  [
    'outputs: [{ use: evals, servers: [library] }]',
    'servers',
    'Output "evals" is not one that is written for some servers and not for others. Delete `servers`.',
  ],
  [
    'outputs: [{ use: in-process, servers: [library, librari] }]',
    'librari',
    'Unknown server "librari". Did you mean "library"?',
  ],
  ['outputs: [{ use: evals, skill: true }]', 'true', 'Output "evals" has no skill. Delete `skill`.'],
])('%s is refused at its place', (written, at, says) => {
  expect(problemsIn(written)).toEqual([{ code: 'spec/output', says, at }]);
});
