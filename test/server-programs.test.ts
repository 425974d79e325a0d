/** `programs:` of a server: what the tools that run a program get from it, and that a released tool plans to itself again. */
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { planSpecs } from '../compiler/plan/plan-specs.ts';
import { releasedSpec } from '../compiler/plan/released-spec.ts';
import type { ToolPlan } from '../compiler/plan/model.ts';

const FAILED = { error: 'It failed.', retry_hint: 'Stop.' };
const LOCKED = { error: 'It is locked.', retry_hint: 'Wait.', contains: 'locked' };
const PROGRAMS = {
  books: {
    cwd: '/srv/{env.SHELF|a}',
    env: ['SHELF'],
    not_found: FAILED,
    exit_codes: { 1: LOCKED, default: FAILED },
  },
};

function planned(tool: object): ToolPlan | undefined {
  const spec = {
    kind: 'server',
    name: 'library',
    version: '1.0.0',
    summary: 'Finds books.',
    env: { SHELF: { description: 'A shelf.', optional: true }, OWN: { description: 'A place.', optional: true } },
    programs: PROGRAMS,
    tools: [{ name: 'list_books', description: { does: 'Lists books.', when: 'needed' }, effects: 'read', ...tool }],
  };
  const { value, diagnostics } = planSpecs([{ path: 'a.yaml', text: stringify(spec) }], { onlyNew: () => [] });
  expect(diagnostics).toEqual([]);
  return value?.plan.servers[0]?.tools[0];
}

const OWN = { error: 'Mine.', retry_hint: 'Stop.', contains: 'mine' };

test.each<[string, object, object]>([
  [
    'everything',
    { argv: ['books'] },
    { cwd: '/srv/{env.SHELF|a}', env: ['SHELF'], not_found: FAILED, exit_codes: { 1: [LOCKED], default: [FAILED] } },
  ],
  [
    'what the tool does not say itself',
    { argv: ['books'], cwd: '/own', env: ['OWN', 'SHELF'], not_found: ownMessage(), exit_codes: { 1: OWN, 2: FAILED } },
    {
      cwd: '/own',
      env: ['OWN', 'SHELF'],
      not_found: ownMessage(),
      exit_codes: { 1: [OWN, LOCKED], 2: [FAILED], default: [FAILED] },
    },
  ],
  [
    'its checks too',
    { argv: ['date'], before: [{ argv: ['books'] }] },
    { before: [expect.objectContaining({ not_found: FAILED })] },
  ],
  [
    'what the name in the place of an unset variable has',
    { argv: ['{env.OWN|books}'], env: ['OWN'] },
    { argv: ['{env.OWN|books}'], env: ['OWN', 'SHELF'], not_found: FAILED },
  ],
  [
    'nothing of another program',
    { argv: ['/usr/bin/books'] },
    { kind: 'command', argv: ['/usr/bin/books'], stdout: 'json', max_bytes: 1_048_576 },
  ],
])('a tool gets %s', (_name, command, expected) => {
  const tool = planned({ command });
  if (Object.hasOwn(expected, 'kind')) expect(tool?.behavior).toEqual(expected);
  else expect(tool?.behavior).toMatchObject(expected);
});

function ownMessage(): object {
  return { error: 'No books.', retry_hint: 'Install them.' };
}

test.each([
  { argv: ['books', ['-n', '{count}'], { loud: '--loud' }], exit_codes: { 1: OWN } },
  { argv: ['date'], before: [{ argv: ['books'], stdout: 'csv', columns: ['a'], empty: [] }] },
  {
    argv: ['date'],
    stdout: 'lines',
    on_more: 'truncate',
    result: { note: { note: 'More.' }, all: { first: ['', { value: 1 }], join: ', ' } },
  },
])('%j, written by bump, plans to itself', (command) => {
  const parameters = {
    count: { type: 'integer', minimum: 1, maximum: 9, description: 'How many.' },
    loud: { type: 'boolean', default: false, description: 'Whether in capitals.' },
  };
  const tool = planned({ parameters, command });
  const again = tool && planned(releasedSpec(tool, undefined));
  expect(again?.behavior).toEqual(tool?.behavior);
});
