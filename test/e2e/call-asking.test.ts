/** What a tool asks the user, at the command line: `haft call` and the program of a server confirm with --yes, ask on a terminal, and else say what to type. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../support/folder.ts';
import { BIN, haft } from '../support/haft.ts';
import { runProgram } from '../support/run-program.ts';
import { everyNth, IS_WHOLE } from '../support/runs.ts';

const about = 'description: { does: Removes one note., when: the user wants to get rid of it, examples: [remove it] }';
const parameters = `parameters:
      title: { type: string, maxLength: 40, description: Title. }
      reason: { type: string, enum: [outdated, private], description: Why. }
      copies: { type: integer, minimum: 1, maximum: 9, description: How many. }
    required: [title]
    ask: [{ reason: Why shall it go? }, copies]
    confirm: 'Delete "{title}"?'`;
const returns = 'returns: { type: object, properties: { text: { type: string } } }';

const SPEC = `kind: server
name: trash
version: 1.0.0
summary: Removes notes.
outputs: [cli]
tools:
  - name: delete_note
    ${about}
    effects: destroy
    ${parameters}
    ${returns}
    command: { argv: [echo, "{title}", "{reason}", "{copies}"], stdout: text }
  - name: erase_note
    ${about}
    effects: destroy
    parameters: { title: { type: string, maxLength: 40, description: Title. } }
    required: [title]
    confirm: 'Erase "{title}"?'
    ${returns}
    handler: { file: handlers.ts, asks: true }
  - name: burn_note
    ${about}
    effects: destroy
    parameters: { title: { type: string, maxLength: 40, description: Title. } }
    required: [title]
    ${returns}
    command: { argv: [echo, "{title}"], stdout: text }
  - name: drop_note
    ${about}
    effects: destroy
    parameters: { title: { type: string, maxLength: 40, description: Title. } }
    required: [title]
    confirm: { message: 'Drop "{title}"?', otherwise: proceed }
    ${returns}
    command: { argv: [echo, "{title}"], stdout: text }
  - name: seat_note
    ${about}
    effects: destroy
    requires: elicitation
    parameters: { title: { type: string, maxLength: 40, description: Title. } }
    required: [title]
    ${returns}
    command: { argv: [echo, "{title}"], stdout: text }
prompts:
  - name: plan_sweep
    description: Plans a sweep.
    ask: [day]
    arguments: { day: { description: Day., required: true } }
    messages: Sweep on {day}.
`;

const HANDLER = `export const eraseNote = async ({ title }: { title: string }, call: any) => {
  const asked = await call.ask({ seat: { message: 'Which shelf?', fields: { shelf: { type: 'string' } } } });
  return 'error' in asked ? asked : { text: title + ' ' + asked.answers.seat.shelf };
};
`;

const ends: (() => void)[] = [];
afterAll(() => ends.forEach((end) => end()));
let root = '';
const program = (): string => join(root, 'generated/servers/trash/cli.mjs');

beforeAll(() => {
  root = temporaryFolder(
    {
      'haft.yaml': 'outputs: [cli]\n',
      'specs/trash.yaml': SPEC.replace('outputs: [cli]\n', ''),
      'specs/handlers.ts': HANDLER,
    },
    (end) => ends.push(end),
  );
  const { code, stdout, stderr } = haft(root, 'compile', '--no-types');
  expect(code, stdout + stderr).toBe(0);
});

const GIVEN = ['--arg', 'title=Milk', '--arg', 'reason=outdated', '--arg', 'copies=2'];

describe('without a terminal, haft call', () => {
  test('confirms with --yes', () => {
    const { code, stdout } = haft(root, 'call', 'delete_note', ...GIVEN, '--yes');
    expect([code, stdout]).toEqual([0, '{"success":true,"data":{"text":"Milk outdated 2"}}\n']);
  });

  test('says what to type, and the model reads what it always reads', () => {
    const { code, stdout, stderr } = haft(root, 'call', 'delete_note', ...GIVEN);
    expect([code, JSON.parse(stdout).code]).toEqual([1, 'needs_confirmation']);
    expect(stdout).toContain('Do not retry.');
    expect(stderr).toContain('hint: Add --yes to confirm, or make the call on a terminal, where you are asked.');
  });

  test.each([[[]], [['--yes']]])('says which arguments nobody was asked for: %j', (flags) => {
    const { code, stderr } = haft(root, 'call', 'delete_note', '--arg', 'title=Milk', ...flags);
    expect(code).toBe(1);
    expect(stderr).toContain('hint: Add --arg reason=… --arg copies=…, or make the call on a terminal');
  });

  test('leaves the hint of an argument that does not fit', () => {
    const { stderr } = haft(root, 'call', 'delete_note', '--arg', 'title=Milk', '--arg', 'copies=99', '--yes');
    expect(stderr).not.toContain('hint: Add --arg');
  });

  test('confirms for a handler, whose other questions have no answer', () => {
    const { code, stdout } = haft(root, 'call', 'erase_note', '--arg', 'title=Milk', '--yes');
    expect([code, JSON.parse(stdout).code]).toEqual([1, 'cannot_ask']);
  });
});

test.each([
  [['delete_note', ...GIVEN], 'echo Milk outdated 2'],
  [['delete_note', '--arg', 'title=Milk'], 'echo Milk REASON COPIES'],
  [['delete_note', '--arg', 'title=Milk', '--arg', 'reason=private'], 'echo Milk private COPIES'],
  [['drop_note', '--arg', 'title=Milk'], 'echo Milk'],
  [['seat_note', '--arg', 'title=Milk'], 'echo Milk'],
  [['erase_note', '--arg', 'title=Milk'], 'Its arguments: {"title":"Milk"}'],
])('a dry run asks nothing, and shows an open answer as its name in capital letters: %j', (words, shown) => {
  const { code, stdout } = haft(root, 'call', ...words, '--dry-run');
  expect([code, stdout]).toEqual([0, expect.stringContaining(shown)]);
});

test('a dry run names an argument that does not fit before what would be asked', () => {
  const { code, stdout } = haft(root, 'call', 'delete_note', '--arg', 'title=Milk', '--arg', 'copies=99', '--dry-run');
  expect([code, JSON.parse(stdout).code]).toEqual([1, 'invalid_arguments']);
});

describe('without a terminal, the program of a server', () => {
  const run = (...words: string[]): ReturnType<typeof runProgram> =>
    runProgram(process.execPath, [program(), ...words], root);
  const words = ['delete_note', 'Milk', '--reason', 'outdated', '--copies', '2'];

  test('confirms with --yes, and else says so', () => {
    expect(run('--yes', ...words)).toMatchObject({ status: 0, stdout: expect.stringContaining('Milk outdated 2') });
    expect(run(...words)).toMatchObject({
      status: 2,
      stdout: '',
      stderr:
        'delete_note must be confirmed, and there is no terminal to ask on.\nWrite --yes before delete_note if the user agrees.\n',
    });
  });

  test('calls nothing that may destroy something, also where the tool would proceed without an answer', () => {
    expect(run('drop_note', 'Milk')).toMatchObject({ status: 2, stdout: '' });
    expect(run('--yes', 'drop_note', 'Milk')).toMatchObject({ status: 0, stdout: expect.stringContaining('Milk') });
  });

  test('names the arguments that nobody was asked for', () => {
    expect(run('--yes', 'delete_note', 'Milk')).toMatchObject({
      stderr: expect.stringContaining('Give these arguments: reason, copies.'),
    });
  });
});

test.each([
  ['HAFT_TOOLS', 'erase_note', 'There is no tool delete_note.'],
  ['HAFT_WITHOUT', 'delete_nota', 'HAFT_WITHOUT has an unknown tool "delete_nota". Did you mean delete_note?'],
  ['HAFT_READ_ONLY', '1', 'No tool is left to serve: hide fewer.'],
])('the program of a server calls only what %s lets through: %s', (name, value, message) => {
  const words = [program(), '--yes', 'delete_note', 'Milk', '--reason', 'outdated', '--copies', '2'];
  const env = { ...process.env, [name]: value };
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: root, encoding: 'utf8', env });
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toContain(message);
});

/** That of util-linux: it runs a command line on a terminal of its own, and ends as that does. */
const HAS_SCRIPT = spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux') === true;
if (!HAS_SCRIPT) process.stdout.write('call-asking: the terminal is skipped; there is no `script` of util-linux.\n');

/** Answers each question in turn, once it is there. */
async function onTerminal(line: string, answers: readonly (readonly [question: string, answer: string])[]) {
  const child = spawn('script', ['-qefc', line, '/dev/null'], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, NO_COLOR: '1' },
  });
  const left = [...answers];
  let said = '';
  let from = 0;
  child.stdout.on('data', (chunk) => {
    said += String(chunk);
    const [question, answer] = left[0] ?? ['', ''];
    if (question === '' || !said.includes(question, from)) return;
    from = said.length;
    left.shift();
    child.stdin.write(answer);
  });
  const [code] = (await once(child, 'exit')) as [number];
  return { said, code, left };
}

describe.runIf(HAS_SCRIPT)('on a terminal', () => {
  const call = (name: string): string => `'${process.execPath}' '${BIN}' call ${name} --arg title=Milk`;
  const FORM = [
    ['reason - Why. (outdated | private): ', 'because\n'],
    ['reason - Why.: ', 'outdated\n'],
    ['copies - How many.: ', '2\n'],
  ] as const;

  test('haft call shows the form until it fits, and then the question', async () => {
    const { said, code, left } = await onTerminal(call('delete_note'), [...FORM, ['Delete "Milk"? [y/N]', 'y\n']]);
    expect([code, left], said).toEqual([0, []]);
    expect(said).toContain('Why shall it go?');
    expect(said).toContain('Milk outdated 2');
  });

  test('the program of a server asks all that haft call asks', async () => {
    const line = `'${process.execPath}' '${program()}' delete_note Milk`;
    const { said, code, left } = await onTerminal(line, [...FORM, ['Delete "Milk"? [y/N]', 'y\n']]);
    expect([code, left], said).toEqual([0, []]);
    expect(said).toContain('Milk outdated 2');
    const asked = await onTerminal(`'${process.execPath}' '${program()}' erase_note Milk`, [
      ['Erase "Milk"? [y/N]', 'y\n'],
      ['shelf: ', 'top\n'],
    ]);
    expect([asked.code, asked.left], asked.said).toEqual([0, []]);
    expect(asked.said).toContain('Milk top');
  });

  test.skipIf(!IS_WHOLE)('haft call asks for what a prompt asks for (HAFT_RUNS=1)', async () => {
    const line = `'${process.execPath}' '${BIN}' call --prompt plan_sweep`;
    const { said, code, left } = await onTerminal(line, [['day - Day.: ', 'Monday\n']]);
    expect([code, left], said).toEqual([0, []]);
    expect(said).toContain('Sweep on Monday.');
  });

  test('no is no, also for a program of a server', async () => {
    const line = `'${process.execPath}' '${program()}' delete_note Milk --reason outdated --copies 2`;
    const { said, code, left } = await onTerminal(line, [['Delete "Milk"? [y/N]', 'n\n']]);
    expect([code !== 0, left], said).toEqual([true, []]);
    expect(said).toContain('The user declined.');
    expect(said).not.toContain('Milk outdated 2');
  });

  test.skipIf(!IS_WHOLE)('a handler asks as well; the end of the input closes the question (HAFT_RUNS=1)', async () => {
    const { said, left } = await onTerminal(call('erase_note'), [
      ['Erase "Milk"? [y/N]', 'y\n'],
      ['shelf: ', '\u0004'],
    ]);
    expect(left, said).toEqual([]);
    expect(said).toContain('cancelled_by_user');
  });

  test.each(
    everyNth(2, [
      ['delete_note Milk --reason outdated --copies 2', 'Delete "Milk"? [y/N]'],
      ['delete_note Milk', 'Why.'],
      ['burn_note Milk', '? [y/N]'],
    ]),
  )('Ctrl+C at a question of a program ends it, and nothing else is printed: %s', async (words, question) => {
    const line = `'${process.execPath}' '${program()}' ${words}`;
    const { said, code, left } = await onTerminal(line, [[question, '\u0003']]);
    expect([code, left], said).toEqual([130, []]);
    expect(said.slice(said.indexOf(question))).not.toMatch(/error|called|declined|\bat /);
  });

  test.each([
    ['Ctrl+C', '\u0003'],
    ['Ctrl+D', '\u0004'],
  ])('%s at a question of `haft new` says on a line of its own that nothing was written', async (_key, typed) => {
    const line = `'${process.execPath}' '${BIN}' new sort_notes`;
    const { said, code, left } = await onTerminal(line, [['How is a call carried out', typed]]);
    expect([code, left], said).toEqual([2, []]);
    expect(said).toMatch(/\nhaft: Nothing was written\./);
    expect(said).not.toContain('at a terminal');
  });
});
