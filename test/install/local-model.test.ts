/** Local models in the files of hosts: what is written, what is left alone, and that all of it goes again (EXT §4.3, §5). */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { currentKeys, modelLines } from '../../compiler/features/connect/run/install/model/run.ts';
import { diffLines, refusalLines } from '../../compiler/features/connect/run/install/print.ts';
import { HOSTS, MODEL_HOSTS } from '../../compiler/spec/hosts/index.ts';
import { installBench } from '../support/install-bench.ts';
import { localModel } from '../support/model-bench.ts';
import { everyNth, runs } from '../support/runs.ts';
import { ON_WINDOWS } from '../support/posix.ts';

const GOLDEN = join(import.meta.dirname, '../golden/local-models');
const URL_VALUE = '--env=LIBRARY_URL=http://127.0.0.1:9';
const isNote = (path: string): boolean => /installs\.json|\.haft\/|haft-backup$/.test(path);

const SCOPED = MODEL_HOSTS.flatMap(({ id, localModel: { file } }) =>
  (['user', 'project'] as const).flatMap((scope) => (file[scope] ? [{ id, scope }] : [])),
);

describe.skipIf(ON_WINDOWS).each(everyNth(3, SCOPED))('$id, $scope', ({ id, scope }) => {
  test('writes what the golden file has; a second time nothing; and takes all of it out again', async () => {
    const bench = installBench();
    const { done } = localModel(bench, `${id} --${scope}`);
    expect(new Set(Object.values(done[id] ?? {}))).toEqual(new Set(['added']));
    const files = Object.entries(bench.tree()).filter(([path]) => !isNote(path));
    await expect(files.map(([path, text]) => `=== ${path}\n${text}`).join('\n')).toMatchFileSnapshot(
      join(GOLDEN, `${id}-${scope}.txt`),
    );
    const after = bench.tree();
    expect(new Set(Object.values(localModel(bench, `${id} --${scope}`).done[id] ?? {}))).toEqual(
      new Set(['unchanged']),
    );
    expect(bench.tree()).toEqual(after);
    localModel(bench, `${id} --${scope} --remove`);
    expect(Object.keys(bench.tree()).filter((path) => !path.endsWith('.gitignore'))).toEqual([]);
  });
});

test.skipIf(ON_WINDOWS)('another tag, another address: the entry is the new one', () => {
  const bench = installBench();
  localModel(bench, 'opencode hermes');
  const { done } = localModel(
    bench,
    'opencode hermes --local-model=hf.co/a/b:Q4_K_M --base-url=http://127.0.0.1:8080/v1/',
  );
  expect(done['opencode']).toEqual({ 'provider.local-runner': 'changed', model: 'changed' });
  const { '.config/opencode/opencode.json': text = '', '.hermes/config.yaml': hermes } = bench.tree();
  expect(text).toContain('"baseURL": "http://127.0.0.1:8080/v1"');
  expect(text).toContain('"model": "local-runner/hf.co/a/b:Q4_K_M"');
  expect(text).not.toContain('qwen3');
  expect(hermes).toContain('default: "hf.co/a/b:Q4_K_M"');
});

const TEXTS: Readonly<Record<string, readonly [path: string, ...texts: string[]]>> = {
  opencode: [
    '.config/opencode/opencode.json',
    '{}',
    '{}\n',
    '{\n}\n',
    '\ufeff{\r\n\t// mine\r\n\t"autoupdate": false, // no\r\n}\r\n',
    '{ "provider": {}, "mcp": {} }',
    '{"provider":{"mine":{"name":"x"}},"mcp":{"a":{"type":"local","command":["x"]}}}',
  ],
  openclaw: [
    '.openclaw/openclaw.json',
    '{}',
    '{ /* a */ }',
    '{\n  "agents": { "defaults": {} }\n}',
    '{ "mcp": {}, "models": { "mode": "merge" }, }',
  ],
  goose: [
    '.config/goose/config.yaml',
    '',
    '# mine\n',
    'GOOSE_MODE: auto # yes\nextensions:\n  dev:\n    enabled: true',
    'extensions:\r\n  a:\r\n    cmd: x\r\n',
  ],
  hermes: [
    '.hermes/config.yaml',
    'model:\n  context_length: 65536 # large\n',
    'terminal: { backend: local }\n',
    'mcp_servers:\n  a:\n    command: x\nmodel:\n',
  ],
};
const ORDERS = ['server model', 'model server'].flatMap((first) =>
  ['server model', 'model server'].map((last) => [first, last] as const),
);
// Each text meets one of the four orders, each host all of them; HAFT_RUNS=1 tries all with each text.
const CASES = Object.entries(TEXTS).flatMap(([id, [path, ...texts]], host) =>
  [null, ...texts].map((text, at) => {
    const orders = ORDERS.filter((_order, index) => runs(ORDERS.length) > 1 || index === (host + at) % ORDERS.length);
    return { id, path, text, orders };
  }),
);

test.skipIf(ON_WINDOWS).each(everyNth(3, CASES))(
  '$id with $text: servers and a model go in and out in any order, and the bytes are those from before',
  ({ id, path, text, orders }) => {
    for (const [first, last] of orders) {
      const bench = installBench(text === null ? {} : { [path]: text });
      const step = (what: string, more = ''): void => {
        if (what === 'model') localModel(bench, `${id} ${more}`);
        else bench.install(`${id} --user ${more || URL_VALUE}`);
      };
      for (const what of first.split(' ')) step(what);
      const both = bench.tree()[path] ?? '';
      expect(both).toContain('qwen3:8b');
      expect(both).toContain('library/server.mjs');
      for (const what of first.split(' ')) step(what);
      expect(bench.tree()[path]).toBe(both);
      for (const what of last.split(' ')) step(what, '--remove');
      expect(bench.tree()[path]).toBe(text ?? undefined);
    }
  },
);

describe.skipIf(ON_WINDOWS)('entries and files that Haft does not own', () => {
  test('another default model stays the default, and the provider is written', () => {
    const text = '{\n  "model": "vendor/large" // mine\n}\n';
    const bench = installBench({ '.config/opencode/opencode.json': text });
    const { plans, done } = localModel(bench, 'opencode');
    expect(done['opencode']).toEqual({ 'provider.local-runner': 'added', model: 'foreign' });
    const lines = plans.map((plan) => modelLines(plan, optionsOf('opencode'), machineOf(bench.home))).join('\n');
    expect(lines).toContain('model: left unchanged');
    expect(lines).toContain('next: opencode --model local-runner/qwen3:8b');
    localModel(bench, 'opencode --remove');
    expect(bench.tree()['.config/opencode/opencode.json']).toBe(text);
  });

  test.each(MODEL_HOSTS)(
    '$id: what was written is used at once, or the command that uses it is named',
    ({ id, localModel: model }) => {
      const bench = installBench();
      const { plans } = localModel(bench, id);
      const lines = plans.map((plan) => modelLines(plan, optionsOf(id), machineOf(bench.home))).join('\n');
      const isUsed =
        model.choose === undefined || model.settings(optionsOf(id).runner).some(({ isDefault }) => isDefault);
      expect(lines.includes(`next: ${model.choose?.('qwen3:8b')}`)).toBe(!isUsed);
      const again = localModel(bench, id).plans.map((plan) => modelLines(plan, optionsOf(id), machineOf(bench.home)));
      expect(again.join('\n')).not.toContain('next:');
    },
  );

  test.each([
    [
      'aider',
      '.aider.conf.yml',
      'dark-mode: true\nopenai-api-key: sk-mine-1234\n',
      /aider\.conf\.yml:2: "openai-api-key" has another value/,
    ],
    [
      'goose',
      '.config/goose/config.yaml',
      'GOOSE_PROVIDER: anthropic\n',
      /config\.yaml:1: "GOOSE_PROVIDER" has another value/,
    ],
    [
      'hermes',
      '.hermes/config.yaml',
      'model:\n  provider: openrouter\n  default: x/y\n',
      /config\.yaml:2: "model\.provider" has another value/,
    ],
  ])('%s: settings that only work together are not written by half', (id, path, text, expected) => {
    const bench = installBench({ [path]: text });
    const [plan] = localModel(bench, `${id} opencode`).plans;
    if (!plan) throw new Error('There is no plan.');
    const printed = refusalLines(plan.refusals, plan, []);
    expect(printed).toMatch(expected);
    expect(printed).toMatch(/To add it by hand to .*:\n\n[^]*qwen3:8b/);
    expect(printed).not.toContain('sk-mine');
    expect(bench.tree()).toEqual({ [path]: text });
    localModel(bench, `${id} --force`);
    expect(bench.tree()[path]).toContain('qwen3:8b');
    expect(bench.tree()[`${path}.haft-backup`]).toBe(text);
  });

  test('a key of the user is not shown by --dry-run, which writes nothing', () => {
    const text = 'openai-api-key: sk-mine-1234\n';
    const bench = installBench({ '.aider.conf.yml': text });
    const { plans, draft } = localModel(bench, 'aider --force --dry-run');
    const shown = diffLines(
      draft,
      machineOf(bench.home),
      plans.flatMap((plan) => currentKeys(plan, draft)),
    );
    expect(shown).toContain('- openai-api-key: <secret>');
    expect(shown).toContain('+ model: "openai/qwen3:8b"');
    expect(bench.tree()).toEqual({ '.aider.conf.yml': text });
  });

  test('what was changed by hand stays', () => {
    const bench = installBench();
    localModel(bench, 'hermes');
    const file = join(bench.home, '.hermes/config.yaml');
    writeFileSync(file, readFileSync(file, 'utf8').replace('qwen3:8b', 'mine'));
    expect(localModel(bench, 'hermes --remove').done['hermes']).toEqual({
      'model.provider': 'removed',
      'model.default': 'edited',
      'model.base_url': 'removed',
    });
    expect(readFileSync(file, 'utf8')).toContain('default: "mine"');
  });
});

test.skipIf(ON_WINDOWS)(
  'a file that does not parse is rejected with the text to paste, and no other file is written',
  () => {
    const bench = installBench({ '.config/goose/config.yaml': 'a: [1\n' });
    const [, plan] = localModel(bench, 'aider goose').plans;
    if (!plan) throw new Error('There is no plan.');
    expect(refusalLines(plan.refusals, plan, [])).toMatch(/is not valid YAML[^]*GOOSE_MODEL: "qwen3:8b"/);
    expect(bench.tree()).toEqual({ '.config/goose/config.yaml': 'a: [1\n' });
  },
);

const machineOf = (home: string) => ({ platform: 'linux', home, env: {} }) as const;
const optionsOf = (id: string) => ({
  hosts: MODEL_HOSTS.filter((host) => host.id === id),
  scope: 'user' as const,
  runner: { model: 'qwen3:8b', address: 'http://127.0.0.1:11434' },
  configPath: undefined,
  remove: false,
  dryRun: false,
  force: false,
});

describe.skipIf(ON_WINDOWS)('the command line', () => {
  test.each<[string, RegExp]>([
    ['claude-code', /Claude Code is a hosted agent: it needs a login with its vendor or an API key/],
    ['copilot', /takes a local model by its environment, which Haft does not write/],
    ['gemini', /Gemini CLI is a hosted agent/],
    ['zed', /Haft cannot set a local model for Zed/],
    ['opncode', /Unknown host "opncode"/],
    ['opencode --local-model=a?b', /must be the tag of a model, got "a\?b"/],
    ['opencode --base-url=ftp://x', /must be the address of a runner/],
    ['opencode --base-url=http://me:pw@127.0.0.1/', /has a name or a password/],
    ['opencode --copy', /The flag --copy is about servers/],
    ['goose --project', /goose has no file for the model of a project/],
    ['opencode goose --config-path=x', /needs exactly one host/],
    ['', /needs a host/],
  ])('%s', (line, expected) => {
    expect(() => localModel(installBench(), line)).toThrow(expected);
  });

  test('every host either takes a model, or is a hosted agent, or has settings of its own', () => {
    for (const { localModel: model, hosted } of HOSTS) expect(model !== undefined && hosted === true).toBe(false);
    expect(HOSTS.filter(({ hosted }) => hosted).map(({ id }) => id)).toEqual(
      expect.arrayContaining(['claude-code', 'gemini', 'cursor']),
    );
    for (const { localModel: model } of MODEL_HOSTS) expect(model.verified).toMatch(/^(?:ran \S+|docs$)/);
  });

  test('--host names hosts too', () => {
    const bench = installBench();
    expect(Object.keys(localModel(bench, '--host=opencode --host=goose aider').done)).toEqual([
      'aider',
      'opencode',
      'goose',
    ]);
  });
});
