/** What a flag of the command line takes, for every flag of every command. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { COMMANDS } from '../compiler/cli/main.ts';
import { readArguments } from '../compiler/edge/command-line/arguments.ts';
import { type Command, flagsOf } from '../compiler/edge/command-line/command.ts';
import { temporaryFolder } from './support/folder.ts';
import { haft } from './support/haft.ts';
import { runs } from './support/runs.ts';

const commands = await Promise.all(Object.values(COMMANDS).map((load) => load()));
/** Placeholders of values that are no plain text. */
const COUNTED = /^(?:number|seconds|tokens|port|date|YYYY-MM-DD|[\d,/]+|\d+@seed)$/;

test.each(['', ' ', '\t'])('no flag of any command takes the value %j', (value) => {
  for (const command of commands)
    for (const [name, { type }] of Object.entries(command.flags)) {
      const read = (): unknown => readArguments(command, [`--${name}=${value}`], '/');
      if (type === 'string') expect(read, `${command.name} --${name}`).toThrow(`--${name} needs a value.`);
    }
});

test.each(commands.map((command) => [command.name, command] as const))(
  'haft %s: a value that is no number, date or part is named with its flag, whatever other flags there are',
  (_name, command) => {
    const flags = Object.entries(flagsOf(command));
    for (const [name, { value = '', form, type }] of flags) {
      expect(form !== undefined, `--${name} <${value}>: its form is data`).toBe(COUNTED.test(value));
      if (form) expect(form.accepts(form.example), `--${name} ${form.example}`).toBe(true);
      if (type === 'boolean')
        expect(() => readArguments(command, [`--${name}=yes`], '/')).toThrow(`--${name} does not take a value.`);
    }
    const formed = flags.flatMap(([name, { form }]) => (form ? [{ name, form }] : []));
    if (formed.length === 0) return;
    const toggles = flags.flatMap(([name, { type }]) => (type === 'boolean' ? [`--${name}`] : []));
    const written = fc.oneof(fc.constantFrom('abc', '-1', '1.5', '1e3', '1/', '2026-02-30', '1,x'), fc.string());
    fc.assert(
      fc.property(fc.constantFrom(...formed), fc.subarray(toggles), written, ({ name, form }, others, value) => {
        fc.pre(value.trim() !== '' && !form.accepts(value));
        const read = (): unknown => readArguments(command, [...others, `--${name}=${value}`], '/');
        expect(read).toThrow(`The flag --${name} must be ${form.expected}, got "${value}".`);
      }),
      { numRuns: runs(50) },
    );
  },
);

test('what others call a command has the command line that does it here, which Haft accepts', () => {
  const byName = new Map<string, Command>(commands.map((command) => [command.name, command]));
  const meant = commands.flatMap((command) => Object.entries(command.meant ?? {}));
  expect(meant.map(([word]) => word).filter((word) => byName.has(word))).toEqual([]);
  for (const [, line] of meant) {
    const [haftWord, name = '', ...args] = line.split(' ');
    expect(haftWord).toBe('haft');
    expect(() => readArguments(byName.get(name) as Command, args, '/'), line).not.toThrow();
  }
  const { code, stderr } = haft(temporaryFolder(), 'uninstall', 'claude-code');
  expect([code, stderr]).toEqual([
    2,
    'haft: Unknown command "uninstall".\n  hint: Use `haft install <host> --remove`.\n',
  ]);
});

test('the help of a command of two words is that of the command', () => {
  const folder = temporaryFolder();
  expect(haft(folder, 'help', 'import', 'openapi')).toEqual(haft(folder, 'import', 'openapi', '--help'));
  expect(haft(folder, 'help', 'import', 'opnapi')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Did you mean `haft import openapi`?'),
  });
});

test('a wrong number is an error where nothing would use it', () => {
  const folder = temporaryFolder();
  for (const [flag, value] of [
    ['--trials', 'abc'],
    ['--seeds', 'x'],
  ] as const)
    expect(haft(folder, 'eval', flag, value)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`The flag ${flag} must be`),
    });
});
