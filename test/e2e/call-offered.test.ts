/** `haft call` of prompts and resources: no flag is ignored, what they ask is asked, and servers of one project may share a name. */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../support/folder.ts';
import { haft } from '../support/haft.ts';

const server = (name: string): string => `kind: server
name: ${name}
version: 1.0.0
summary: Knows the days of the ${name}.
tools:
  - name: get_${name}_day
    description: { does: Gives the ${name} of a day., when: the user names a day }
    parameters: { day: { type: string, maxLength: 9, description: Day. } }
    required: [day]
    returns: { type: object, properties: { text: { type: string } } }
    effects: read
    command: { argv: [node, -e, 'require("fs").writeFileSync("called", ""); console.log("${name} of " + process.argv[1])', --, "{day}"], stdout: text }
  - name: open_${name}
    description: { does: Opens the ${name}., when: the user wants to see it all }
    returns: { type: object, properties: { text: { type: string } } }
    effects: read
    confirm: Open the ${name}?
    command: { argv: [echo, "${name} is open"], stdout: text }
prompts:
  - name: plan_day
    description: Plans a day.
    arguments: { day: { description: Day., required: true }, focus: { description: What matters. } }
    messages: "Plan the ${name} of {day} {focus}."
  - { name: end_${name}, description: Ends it., messages: End the ${name}. }
resources:
  - { uri: "days://rules", name: rules, file: references/${name}.md }
  - { uri: "${name}://rules", name: own-rules, file: references/${name}.md }
  - { uri: "${name}://day/{day}", name: day, tool: get_${name}_day, pointer: /text }
  - { uri: "${name}://all", name: all, tool: open_${name}, pointer: /text }
`;

const ends: (() => void)[] = [];
afterAll(() => ends.forEach((end) => end()));
let root = '';

beforeAll(() => {
  root = temporaryFolder(
    {
      'specs/tide.yaml': server('tide'),
      'specs/moon.yaml': server('moon'),
      'specs/references/tide.md': 'Mind the tide.\n',
      'specs/references/moon.md': 'Mind the moon.\n',
    },
    (end) => ends.push(end),
  );
});

beforeEach(() => rmSync(join(root, 'called'), { force: true }));

const call = (...words: readonly string[]): ReturnType<typeof haft> => haft(root, 'call', ...words);

/** The message and the next step of a call that is refused before anything is called. */
function refused(...words: readonly string[]): string {
  const { code, stdout, stderr } = call(...words);
  expect([code, stdout, existsSync(join(root, 'called'))], stderr).toEqual([2, '', false]);
  return stderr;
}

describe('a resource is read as it is', () => {
  test.each([
    ['--dry-run', []],
    ['--trace', []],
    ['--record', []],
    ['--record', ['--strike', '/a']],
    ['--replay', []],
    ['--arg', ['day=friday']],
  ])('%s %j is refused, with the tool behind it', (flag, more) => {
    const text = refused('tide://day/monday', flag, ...more);
    expect(text).toContain(`The flag ${flag} has no meaning with a resource, which is read as it is.`);
    expect(text).toContain('Call the tool behind it, get_tide_day, or leave the flag out.');
  });

  test('arguments in JSON are refused', () => {
    const text = refused('tide://day/monday', '{"day":"friday"}');
    expect(text).toContain('Arguments in JSON have no meaning with a resource, which is read as it is.');
    expect(text).toContain('Call the tool behind it, get_tide_day, or leave them out.');
  });

  test.each(['--dry-run', '--yes'])('of a file has no tool behind it: %s', (flag) => {
    const text = refused('tide://rules', flag);
    expect(text).toContain(`The flag ${flag} has no meaning with a resource`);
    expect(text).toContain('Leave the flag out.');
  });

  test('what the tool behind it asks to confirm is confirmed by --yes', () => {
    expect(call('tide://all', '--yes')).toMatchObject({ code: 0, stdout: expect.stringContaining('tide is open') });
    expect(call('tide://all')).toMatchObject({ code: 2, stdout: '' });
  });
});

describe('a prompt', () => {
  test.each(['--dry-run', '--trace', '--record', '--replay', '--yes'])('refuses %s', (flag) => {
    const text = refused('--prompt', 'end_tide', flag);
    expect(text).toContain(`The flag ${flag} has no meaning with --prompt.`);
    expect(text).toContain('Leave one of them out.');
  });

  test.each([
    [['--arg', 'day=1', '--arg', 'day=2'], 'The argument "day" is given twice.'],
    [['--arg', 'day'], 'The value of --arg "day" is not a pair.'],
    [['{"day":"1"}', '--arg', 'focus=2'], 'The arguments are given twice: as JSON and with --arg.'],
  ])('reads its arguments as a tool does: %j', (words, message) => {
    expect(refused('--prompt', 'tide.plan_day', ...words)).toContain(message);
  });

  test('takes texts, also those that look like numbers', () => {
    const { code, stdout } = call('--prompt', 'tide.plan_day', '--arg', 'day=1', '--arg', 'focus=a=b');
    expect([code, stdout]).toEqual([0, expect.stringContaining('Plan the tide of 1 a=b.')]);
  });
});

describe('what two servers have', () => {
  test.each(['moon.plan_day', 'moon/plan_day'])('a prompt is called as %s', (name) => {
    expect(call('--prompt', name, '{"day":"x"}').stdout).toContain('Plan the moon of x');
  });

  test.each(['tide', 'moon'])('a resource is called as %s/uri', (name) => {
    expect(call(`${name}/days://rules`)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`Mind the ${name}.`),
    });
  });

  test('a resource with variables, and what only one of them has, take their server as well', () => {
    expect(call('tide/tide://day/monday').stdout).toContain('tide of monday');
    expect(call('--prompt', 'tide/end_tide').stdout).toContain('End the tide.');
    expect(call('moon://rules').stdout).toContain('Mind the moon.');
  });

  test('is ambiguous by its plain name, and the next step has the names to write', () => {
    const prompt = call('--prompt', 'plan_day', '--arg', 'day=1');
    expect([prompt.code, prompt.stderr]).toEqual([2, expect.stringContaining('"plan_day" is ambiguous: 2 servers')]);
    expect(prompt.stderr).toContain('Name one of them: moon.plan_day, tide.plan_day.');
    expect(call('days://rules').stderr).toContain('Name one of them: moon/days://rules, tide/days://rules.');
  });

  test('is listed with its servers where a name is unknown', () => {
    expect(call('--prompt', 'x').stderr).toContain('Prompts: moon.plan_day, end_moon, tide.plan_day, end_tide.');
    expect(call('zzzzzzzzzzzz://x').stderr).toContain(
      'Resources: moon/days://rules, moon://rules, moon://day/{day}, moon://all, tide/days://rules, ',
    );
    expect(call('tide/moon://rules').stderr).toContain('Unknown resource "tide/moon://rules".');
  });
});
