/** What the offline reader knows of words: each line names a pair of tools that only this knowledge tells apart. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { candidatesOf } from '../../compiler/features/evals/offline/candidate.ts';
import { createReader, readRequest } from '../../compiler/features/evals/offline/reader.ts';
import { allTermsOf, termsOf } from '../../compiler/features/evals/offline/terms.ts';
import { referenceOf } from '../../compiler/check/tool-names.ts';
import { planDescription } from '../../compiler/plan/description.ts';
import { choiceOf, offersOf } from '../bench/choose/sets.ts';
import { runs } from '../support/runs.ts';
import { toolPlan } from '../support/tool-plan.ts';

type Tool = readonly [name: string, description: string];

function first(request: string, tools: readonly Tool[]): string {
  const prepared = tools.map(([name, description]) => ({ name, description, parameters: [] }));
  const [offer] = offersOf({ tools: prepared, cases: [{ query: request, expect: '' }] }, 'tools.json');
  const [best, next] = createReader(candidatesOf(choiceOf(offer?.tools ?? [])))(request);
  return best && best.score > (next?.score ?? 0) ? best.name : 'undecided';
}

const SWITCHES: readonly Tool[] = [
  ['switch_on', 'Makes a device work.'],
  ['switch_off', 'Makes a device rest.'],
];
const ALARMS: readonly Tool[] = [
  ['query_alarm', 'Alarm: its time.'],
  ['add_alarm', 'Alarm: its time.'],
];
const REPORTS: readonly Tool[] = [
  ['get_report_of_pupil', 'Report.'],
  ['get_report', 'Sums up the marks of a pupil.'],
];
const JOBS: readonly Tool[] = [
  ['launch_batch', 'Begins.'],
  ['purge_data', 'Empties.'],
];

describe('the reader', () => {
  test.each([
    ['a particle makes another verb', 'turn the fan on, would you', SWITCHES, 'switch_on'],
    ['the first verb is what is wanted', 'wipe the disk before you execute it', JOBS, 'purge_data'],
    ['users say other verbs than authors', 'set an alarm for me', ALARMS, 'add_alarm'],
    [
      'users say other nouns than authors',
      'plan a vacation',
      [
        ['buy_shares', 'Trades at the stock market.'],
        ['book_holiday', 'Finds offers.'],
      ],
      'book_holiday',
    ],
    [
      'the word itself counts more than a synonym',
      'a photo of a cat',
      [
        ['get_image', 'Shows an image.'],
        ['get_photo', 'Shows a photo.'],
      ],
      'get_photo',
    ],
    ['a name with fewer other words fits better', 'the report', REPORTS, 'get_report'],
    [
      'a number is no topic',
      'the weather in the next 7 days',
      [
        ['route_7', 'Tells when bus 7 comes.'],
        ['look_out', 'Knows the weather.'],
      ],
      'look_out',
    ],
    [
      'grammar decides where nothing else does',
      'what was the reef',
      [
        ['sea', 'A reef.'],
        ['sky', 'What reef.'],
      ],
      'sky',
    ],
    [
      'grammar alone is no reason',
      'what was that about',
      [
        ['sea', 'A reef.'],
        ['sky', 'What reef.'],
      ],
      'undecided',
    ],
    [
      'scripts without blanks have words too',
      '明天北京的天气怎么样',
      [
        ['send', '发送电子邮件给联系人。'],
        ['weather', '查询一个城市的天气预报。'],
      ],
      'weather',
    ],
  ] as const)('%s: "%s"', (_why, request, tools, name) => {
    expect(first(request, tools)).toBe(name);
    expect(first(request, tools.toReversed())).toBe(name);
  });
});

describe('terms', () => {
  test('are stems; grammar is marked, particles are none', () => {
    expect(allTermsOf('Turn off the lights, log_in')).toEqual(['turn', 'of', '~the', 'light', 'log', '~in']);
    expect(termsOf('Turn off the lights')).toEqual(['turn', 'of', 'light']);
  });

  test.each([
    ['天气', ['天气']],
    ['查天气', ['查天', '天气']],
    ['用ZIP压缩', ['用', 'zip', '压缩']],
    ['カメラ', ['カメ', 'メラ']],
    ['날씨 예보', ['날씨', '예보']],
  ])('of %s are %j', (text, terms) => {
    expect(termsOf(text)).toEqual(terms);
  });
});

test('a request weights its terms and verbs', () => {
  const { terms, verbs } = readRequest('delete the 2 drafts and send 1');
  expect([...terms]).toEqual([
    ['delet', 1],
    ['~the', 0.05],
    ['2', 0.3],
    ['draft', 1],
    ['~and', 0.05],
    ['send', 1],
    ['1', 0.3],
  ]);
  expect(Object.fromEntries(verbs)).toEqual({ '#remove': 2, '#send': 1 });
});

test('a deprecated tool never ranks before its last successor, whatever the request', () => {
  const WORD = fc.constantFrom('clock', 'rain', 'read', 'city', 'late', 'sun', 'warm');
  const TEXT = fc.array(WORD, { minLength: 1, maxLength: 5 }).map((words) => `${words.join(' ')}.`);
  const NAMES = ['get_a', 'get_b', 'get_c', 'get_d'];
  const succession = fc.tuple(...NAMES.map(() => fc.option(fc.constantFrom(...NAMES), { nil: undefined })));
  fc.assert(
    fc.property(fc.tuple(...NAMES.map(() => TEXT)), succession, TEXT, (texts, uses, request) => {
      const tools = NAMES.map((name, place) => {
        const use = uses[place];
        const [tool] = toolPlan({ type: 'object' }, { type: 'object' }, { name }).servers[0]?.tools ?? [];
        if (!tool) throw new Error('The Plan has no tool.');
        const description = planDescription([{ part: 'does', text: texts[place] ?? '' }]);
        const deprecated =
          use === undefined ? {} : { deprecated: { since: '', use: referenceOf(use), remove_after: '', reason: '' } };
        return { ...tool, description, authored: { does: texts[place] ?? '', when: 'x' }, ...deprecated };
      });
      const [server] = toolPlan({ type: 'object' }).servers;
      if (!server) throw new Error('The Plan has no server.');
      const candidates = candidatesOf({ servers: [{ ...server, tools }], skills: [] });
      const ranked = createReader(candidates)(request).map(({ name }) => name);
      expect(ranked.toSorted()).toEqual(NAMES);
      for (const { name, behind } of candidates)
        if (behind !== undefined && candidates.some((one) => one.name === behind && one.behind === undefined))
          expect(ranked.indexOf(behind)).toBeLessThan(ranked.indexOf(name));
    }),
    { numRuns: runs(10_000) },
  );
});
