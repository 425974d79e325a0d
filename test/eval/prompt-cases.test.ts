/** Cases that start from a prompt or have resources attached: what is sent is what a host gets, and a change of a text is another case. */
import { array, assert, constantFrom, property, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { positionAt } from '../../compiler/base/diagnostic.ts';
import { withOffered } from '../../compiler/emit/server/offers.ts';
import { contractText, readContract } from '../../compiler/plan/contract.ts';
import type { Plan } from '../../compiler/plan/model.ts';
import { planSpecs } from '../../compiler/plan/plan-specs.ts';
import { type Choice, choicesOf } from '../../compiler/versions/receipts/choice.ts';
import { extendByPrompts } from '../../runtime/protocol/prompts.ts';
import { redactBy } from '../../runtime/redaction/redact.ts';
import { CASES, TEXTS, type Texts, filesOf, serverSpec, specsOf } from '../support/prompt-cases.ts';
import { runs } from '../support/runs.ts';

const NAMES = Object.keys(CASES) as (keyof typeof CASES)[];

function planOf(texts: Texts, names: readonly (keyof typeof CASES)[] = NAMES): Plan {
  const cases = names.map((name) => CASES[name][0]);
  const { value, diagnostics } = planSpecs(specsOf(texts, cases), { files: filesOf(texts) });
  return value?.plan ?? expect.fail(JSON.stringify(diagnostics.filter(({ severity }) => severity === 'error')));
}

const daysIn = (plan: Plan): Choice => choicesOf(plan).find(({ name }) => name === 'days') ?? expect.fail();

const text = constantFrom('Plan {day}.', 'Nine {{or}} ten, {day}?', ' A  {day} b', '{day}, <resource>');
const anyTexts = record({
  plan: text,
  talk: constantFrom('Which day?', 'Why?'),
  rules: constantFrom('Start at nine.', 'Start at ten.\n'),
  step: constantFrom('Ask for the day.', 'Ask {nothing}.'),
  day: constantFrom('friday', 'a "day" = b', '{day}'),
  fixed: constantFrom('Friday', 'Monday'),
});

describe('a change', () => {
  test('of a text makes exactly those cases others that send it, and a contract has the same', () => {
    assert(
      property(
        anyTexts,
        anyTexts,
        array(constantFrom(...NAMES), { minLength: 1, maxLength: 4 }),
        (before, after, some) => {
          const names = [...new Set(some)];
          const [old, now] = [before, after].map((texts) => planOf(texts, names));
          const [was, is] = [old, now].map((plan) => daysIn(plan ?? expect.fail()).cases);
          const changed = names.filter((_name, at) => was?.[at]?.mark !== is?.[at]?.mark);
          const sending = names.filter((name) => CASES[name][1].some((key) => before[key] !== after[key]));
          expect(changed).toEqual(sending);
          const read = readContract(contractText(old ?? expect.fail()));
          const released = 'plan' in read ? read.plan : expect.fail(read.problem);
          expect(daysIn(released).cases.map(({ mark }) => mark)).toEqual(was?.map(({ mark }) => mark));
          expect(contractText(released)).toBe(contractText(old ?? expect.fail()));
        },
      ),
      { numRuns: runs(1000, 10) },
    );
  });

  test('of the order in which arguments are written makes no other case', () => {
    const args = ['day: friday, focus: work', 'focus: work, day: friday'];
    const marks = args.map((one) => {
      const { value } = planSpecs(specsOf(TEXTS, [`{ query: { prompt: plan_day, arguments: { ${one} } } }`]), {
        files: filesOf(TEXTS),
      });
      return value && daysIn(value.plan).cases[0]?.mark;
    });
    expect(marks[0]).toBe(marks[1]);
    expect(marks[0]).toBeTypeOf('string');
  });

  test('a case without either is the case that it was', () => {
    const [plain] = daysIn(planOf(TEXTS)).cases;
    expect(plain).toMatchObject({ mark: '2670fa0b9cf87029', request: 'what day is it' });
    expect(plain).not.toHaveProperty('sent');
    const contract = contractText(planOf(TEXTS, ['plain']));
    expect(contract).not.toContain('"with"');
    expect(contract).not.toContain('"texts"');
  });
});

test('what is sent is what a host gets from the server', () => {
  assert(
    property(anyTexts, (texts) => {
      const plan = planOf(texts);
      const [server = expect.fail()] = plan.servers;
      const carried = new Map(filesOf(texts).map(({ path, bytes }) => [path, bytes]));
      const { offered } = withOffered(server, plan.skills, carried);
      const extension = extendByPrompts({ prompts: offered?.prompts ?? [] } as never, redactBy(undefined));
      for (const { sent, test: one } of daysIn(plan).cases) {
        if (!one.prompt || one.with) continue;
        const reply = extension?.methods?.['prompts/get']?.({ ...one.prompt });
        const { messages } = JSON.parse(`{${String(reply)}}`);
        const all = [...(sent?.after ?? []).map((turn) => turn.user ?? turn.assistant), sent?.request].join('\n\n');
        const expected = messages.map(
          ({ content }: { content: { text?: string; resource: { uri: string; text: string } } }) =>
            content.text ?? `<resource uri="${content.resource.uri}">\n${content.resource.text.trimEnd()}\n</resource>`,
        );
        expect(all).toBe(expected.join('\n\n'));
      }
    }),
    { numRuns: runs(1000, 10) },
  );
});

test('turns of a prompt come before its request', () => {
  const cases = new Map(daysIn(planOf(TEXTS)).cases.map((one) => [one.id, one]));
  expect(cases.get('talked')).toMatchObject({
    request: '/talk',
    sent: { after: [{ user: 'I have time.' }, { assistant: 'Which day?' }], request: 'Friday.' },
  });
  expect(cases.get('planned')).toMatchObject({
    request: '/plan_day day=friday',
    sent: {
      after: [],
      request: 'Plan friday. {Briefly}\n\n<resource uri="days://rules">\nStart at nine.\n</resource>',
    },
  });
  expect(cases.get('both')?.sent?.request).toBe(
    'Friday.\n\n<resource uri="days://rules">\nStart at nine.\n</resource>\n\n<resource uri="days://day/2">\nFriday 27 November\n</resource>',
  );
});

describe('a case that cannot be sent', () => {
  test.each([
    [
      '{ prompt: plan_days, arguments: { day: friday } }',
      'plan_days',
      'Unknown prompt "plan_days". Did you mean "plan_day"?',
    ],
    ['{ prompt: plan_day, arguments: { days: friday } }', 'days', 'Unknown argument "days". Did you mean "day"?'],
    [
      '{ prompt: plan_day }',
      'plan_day',
      'Prompt "plan_day" requires the argument "day". Add it under `arguments`: { day: … }.',
    ],
    ['{ prompt: day-planning, arguments: { day: friday } }', 'day:', 'Unknown argument "day". Known: request.'],
    [
      '{ prompt: show_map }',
      'show_map',
      'Prompt "show_map" has the file "assets/map.png", which is no text: evals send texts alone. Change the prompt, or write the request as a text.',
    ],
    [
      '{ prompt: end }',
      'end',
      'The first and the last message of prompt "end" must be the user\'s. Change the prompt, or write the request as a text.',
    ],
    [
      '{ prompt: greet }',
      'greet',
      'The first and the last message of prompt "greet" must be the user\'s. Change the prompt, or write the request as a text.',
    ],
    ['now, with: ["days://rule"]', '"days://rule"', 'Unknown resource "days://rule". Did you mean "days://rules"?'],
    [
      'now, with: ["days://map"]',
      '"days://map"',
      'The file of resource "days://map" is no text, and evals send texts alone. Leave it out.',
    ],
    [
      'now, with: ["days://day/1"]',
      '"days://day/1"',
      'The content of resource "days://day/1" comes from tool "get_day", which evals do not call. Write the content in the case: { uri: "days://day/1", text: … }.',
    ],
    [
      'now, with: [{ uri: "days://rules", text: None. }]',
      'text:',
      'The content of resource "days://rules" is its file. Write "days://rules" alone.',
    ],
  ])('%s', (query, word, says) => {
    const one = `{ query: ${query} }`;
    const { diagnostics } = planSpecs(specsOf(TEXTS, [one]), { files: filesOf(TEXTS) });
    const found = diagnostics.filter(({ code }) => code === 'eval/offers');
    expect(found.map(({ message, hint }) => `${message} ${hint}`)).toEqual([says]);
    const source = serverSpec(TEXTS, [one]);
    const start = source.indexOf(one);
    expect(found[0]?.span.start).toBe(
      source.indexOf(word, start + (word.startsWith('day') ? query.indexOf('arguments') : 0)),
    );
    expect(positionAt(source, found[0]?.span.start ?? 0).line).toBe(positionAt(source, start).line);
  });
});
