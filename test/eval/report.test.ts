/** A run of evals in every format: the figures and the verdict are in it, it is valid, and hostile texts stay texts. */
import Ajv2020 from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { compareRuns, sidesOf } from '../../compiler/features/evals/figures/compare.ts';
import { evalFindings } from '../../compiler/features/evals/judge/findings.ts';
import { gateOf } from '../../compiler/features/evals/judge/gate.ts';
import { allOutcomes, runOffline } from '../../compiler/features/evals/figures/suite.ts';
import { allChoices } from '../../compiler/versions/receipts/choice.ts';
import { OFFLINE } from '../../compiler/features/evals/run/record-runs.ts';
import { suggestFor } from '../../compiler/features/evals/run/suggest.ts';
import { planSpecs } from '../../compiler/plan/plan-specs.ts';
import type { EvalReport } from '../../compiler/features/evals/report/figures-text.ts';
import { FORMAT_NAMES } from '../../compiler/report/format-names.ts';
import type { FormatName } from '../../compiler/report/format-names.ts';
import { EVAL_FORMATS } from '../../compiler/features/evals/report/formats.ts';
import { EVALS_SCHEMA } from '../../compiler/features/evals/report/json.ts';
import { CONTEXT } from '../support/print-context.ts';
import { modelBench } from '../support/suggest-bench.ts';

const HOSTILE = '</script><img src=x onerror=alert(1)> ]]> | `x` @everyone ::error::gone\u202e\u0007 mould';

const home = (does: string, query: string): string => `kind: server
name: home
version: 1.0.0
summary: Measures the air of a house.
tools:
  - name: get_temperature
    description: { does: Measures how warm a room is., when: the user asks about a room, examples: [How warm is the kitchen?] }
    effects: read
    handler: handlers.ts
    evals: [{ query: how warm is the living room }, { query: which room is the warmest }]
  - name: get_humidity
    description: { does: ${does}, when: the user asks about moisture, examples: [Is the air damp?] }
    effects: read
    handler: handlers.ts
    evals:
      - { query: ${JSON.stringify(query)} }
      - { query: is there mould in the room below the roof }
      - { query: will mould grow in the kitchen }
      - { query: how wet is it in the room }
      - { query: sing me a song, expect: none }
`;

const REPORTS = new Map<string, Promise<EvalReport>>();

/** Every format prints the same one. */
function reportOf(query: string): Promise<EvalReport> {
  const report = REPORTS.get(query) ?? makeReport(query);
  REPORTS.set(query, report);
  return report;
}

async function makeReport(query: string): Promise<EvalReport> {
  const path = 'specs/home.yaml';
  const [before, after] = ['Measures how damp or wet a room is.', 'Measures how damp a place is.'].map((does) => {
    const { value, diagnostics } = planSpecs([{ path, text: home(does, query) }]);
    if (!value) throw new Error(JSON.stringify(diagnostics));
    return { compiled: value, diagnostics, specs: [{ path, text: home(does, query) }] };
  });
  if (!before || !after) return expect.unreachable();
  const [sides] = sidesOf(allChoices(after.compiled.plan, []), allChoices(before.compiled.plan, []));
  const runs = runOffline(sides ? [sides.after] : [], []);
  const earlier = runOffline(sides?.before ? [sides.before] : [], []);
  const comparison = compareRuns({ before: allOutcomes(earlier), after: allOutcomes(runs) }, 0);
  const bench = modelBench((request, { servers }) => {
    const isTaught = servers.some(({ tools }) => tools.some((one) => one.description.text.includes('the air is wet')));
    return /mould/.test(request) && isTaught ? 'get_humidity' : 'get_temperature';
  }, 'the air is wet');
  const suggestions = await suggestFor({ ...after, runs }, bench);
  return {
    project: 'house',
    day: '2026-11-20',
    heading: 'Offline tier',
    of: OFFLINE,
    runs,
    compared: { label: 'git main', before: earlier, comparison },
    gate: gateOf(runs, 0.9, undefined),
    findings: {
      diagnostics: evalFindings(runs, after.compiled.spec, { config: undefined }),
      sources: new Map(after.specs.map((source) => [source.path, source])),
    },
    suggestions,
    commands: {
      suggest: 'haft eval --suggest',
      fix: 'haft eval --fix',
      model: 'haft eval --tier model',
      page: 'haft eval --format html',
    },
  };
}

const REASON = 'server home: 3 of 6 right, and the pass mark is 90 %.';

const printed = async (format: FormatName, query = 'how damp is the cellar'): Promise<string> =>
  EVAL_FORMATS[format](await reportOf(query), CONTEXT);

test.each([
  ['text', 'txt'],
  ['markdown', 'md'],
  ['junit', 'xml'],
  ['github', 'github.txt'],
  ['html', 'html'],
] as const)('the example as %s', async (format, extension) => {
  await expect(await printed(format)).toMatchFileSnapshot(`../golden/evals/home.${extension}`);
});

test.each(FORMAT_NAMES)('%s has figures, their share of what, and the verdict', async (format) => {
  const text = await printed(format);
  const { runs } = await reportOf('how damp is the cellar');
  const { passed, total } = runs[0]?.figures.rightTool ?? { passed: 0, total: 0 };
  if (format === 'json')
    return expect(JSON.parse(text).against).toMatchObject({ verdict: 'no-difference-seen', cases: total });
  expect(text).toContain(`${passed} of ${total}`);
  expect(text.replaceAll('\\', '')).toContain('no difference seen: 1 case lost, 0 won of');
});

test.each(FORMAT_NAMES)('%s has the reason why the run did not pass', async (format) => {
  const text = await printed(format);
  if (format === 'json') return expect(JSON.parse(text).gate).toMatchObject({ verdict: 'failed', problems: [REASON] });
  expect(text.replaceAll('\\', '').replaceAll('%25', '%')).toContain(`Failed: ${REASON}`);
});

test('json is what its schema says', async () => {
  const ajv = new Ajv2020.default({ strict: false });
  const validate = ajv.compile(EVALS_SCHEMA);
  const parsed = JSON.parse(await printed('json', HOSTILE));
  validate(parsed);
  expect(validate.errors ?? []).toEqual([]);
  expect(parsed.suggestions.list.length).toBeGreaterThan(0);
  expect(Object.keys(parsed)).toEqual([
    'reportVersion',
    'diagnostics',
    'summary',
    'run',
    'evals',
    'gate',
    'against',
    'suggestions',
  ]);
});

describe('a hostile request', () => {
  test.each(FORMAT_NAMES)('stays a text in %s', async (format) => {
    const text = await printed(format, HOSTILE);
    // SARIF is read by programs alone.
    if (format !== 'sarif') expect(text).not.toMatch(/[\u202e\u0007]/);
    if (format === 'html' || format === 'junit') expect(text).not.toContain('<img');
    if (format === 'markdown') expect(text.replaceAll(/\\./g, '')).not.toMatch(/<img|@everyone|`x`/);
    if (format === 'github') expect(text).not.toMatch(/^::error::gone/m);
  });

  test('leaves the page well-formed, with one script and no request', async () => {
    const page = await printed('html', HOSTILE);
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(page).not.toMatch(/(?:src|href)="(?!#|data:,)/);
    for (const name of ['details', 'summary', 'section', 'article', 'table', 'ul', 'li', 'p'])
      expect([...page.matchAll(new RegExp(`<${name}[ >]`, 'g'))].length).toBe(page.split(`</${name}>`).length - 1);
  });
});

describe('the page', () => {
  test('leads from each number to its cases, which are there', async () => {
    const page = await printed('html');
    const links = [...page.matchAll(/<a class="(?:right|wrong)" href="#([^"]+)"/g)].map(([, id = '']) => id);
    expect(links.length).toBeGreaterThan(2);
    for (const id of links) expect(page).toContain(`id="${id}"`);
    expect(page).toContain('no call</bdi></span></th>');
  });

  test('shows old and new answers, margins, and the sentence that changed', async () => {
    const page = await printed('html');
    expect(page).toMatch(
      /<span class="note">Before<\/span> <bdi>get_humidity<\/bdi> <span class="note">\d+ % ahead of/,
    );
    expect(page).toMatch(/<span class="note">Now<\/span> <bdi>get_temperature<\/bdi>/);
    expect(page).toContain('Changed in the description of <bdi>get_humidity</bdi>');
    expect(page).toMatch(/<del>.*or wet/);
  });
});
