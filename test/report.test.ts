/** The printers of the versioning diff: each form is valid by its own standard, says what decides first, and stays text. */
import Ajv2020 from 'ajv/dist/2020.js';
import type { Log } from 'sarif';
import { describe, expect, test } from 'vitest';
import { digest } from '../compiler/report/changes/digest.ts';
import type { ChangeReport, PlacedChange } from '../compiler/report/changes/report.ts';
import { FORMAT_NAMES } from '../compiler/report/format-names.ts';
import { CHANGES_SCHEMA } from '../compiler/report/json-schema.ts';
import { changesAs } from './support/print-context.ts';
import { CHANGES } from './support/report-changes.ts';
import { EXAMPLE, NOTHING } from './support/report-example.ts';

const EACH = FORMAT_NAMES.map((name) => [name, changesAs(name)] as const);
const [textReport, jsonReport, sarifReport] = [changesAs('text'), changesAs('json'), changesAs('sarif')];
const [githubReport, markdownReport, htmlReport] = [changesAs('github'), changesAs('markdown'), changesAs('html')];

describe('the example', () => {
  test.each([
    ['txt', textReport],
    ['json', jsonReport],
    ['md', markdownReport],
    ['html', htmlReport],
  ] as const)('as %s', async (extension, print) => {
    await expect(print(EXAMPLE)).toMatchFileSnapshot(`golden/report/reference-manager.${extension}`);
  });

  test.each(EACH)('%s names every change', (_name, print) => {
    const printed = print(EXAMPLE);
    for (const { kind } of EXAMPLE.changes) expect(printed.replaceAll('\\', '')).toContain(kind);
  });

  test('text fits into its columns, whatever they are', () => {
    for (const width of [60, 80, 120])
      for (const line of textReport(EXAMPLE, { width }).split('\n'))
        if (/\s\S+\s\S/.test(line.trim())) expect(line.length).toBeLessThanOrEqual(width);
  });

  test('color changes nothing but the look', () => {
    const colored = textReport(EXAMPLE, { color: true });
    expect(colored).toContain('\u001b[31;9myears\u001b[39;29m');
    const plain = colored.replaceAll(/\u001b\[[\d;]*m/g, '');
    expect(plain.replaceAll(/\s+/g, '')).toBe(textReport(EXAMPLE).replaceAll(/\[-|-\]|\{\+|\+\}|\s+/g, ''));
  });

  test('the path is shown as the caller wants it, and to services as it is in the repository', () => {
    const show = (file: string): string => `../${file}`;
    const inRepository = (file: string): string => `pkg/${file}`;
    const placesIn = (text: string): unknown =>
      new Set(text.replaceAll('\\', '').match(/(?:\.\.|\w*)\/(?=specs\/reference-m)/g));
    for (const print of [textReport, markdownReport])
      expect(placesIn(print(EXAMPLE, { show, inRepository }))).toContain('../');
    for (const print of [githubReport, sarifReport])
      expect(placesIn(print(EXAMPLE, { show, inRepository }))).toEqual(new Set(['pkg/']));
  });
});

describe('the verdict', () => {
  const of = (...changes: readonly (PlacedChange | undefined)[]): string =>
    digest({ ...NOTHING, changes: changes.filter((one) => one !== undefined) }).headline;
  const find = (axis: string, level: string): PlacedChange | undefined =>
    CHANGES.find((change) => change.axis === axis && change.level === level);

  test('is that of the most severe change', () => {
    expect(of()).toBe('No changes');
    expect(of(find('wire', 'safe'))).toBe('Safe');
    expect(of(find('wire', 'safe'), find('model', 'risky'))).toBe('No breaking changes; model behavior may change');
    expect(of(find('model', 'risky'), find('wire', 'unknown'))).toBe('Possibly breaking changes');
    expect(of(find('wire', 'unknown'), find('wire', 'breaking'))).toBe('Breaking changes');
    expect(of(find('wire', 'breaking'), find('policy', 'breaking'))).toBe('Changes that are not allowed');
  });

  test('stale evals are reported although nothing else is wrong', () => {
    const { headline, steps } = digest({ ...NOTHING, staleEvals: EXAMPLE.staleEvals });
    expect(headline).toBe('No breaking changes; model behavior may change');
    expect(steps[0]?.says).toMatch(/^Run the evals of server reference-manager, .*haft eval --tier model --record/);
  });
});

describe('an empty report', () => {
  test('reads well in every form', () => {
    expect(textReport(NOTHING)).toMatch(/\nNo changes\nNo difference between the contract and the specs\.\n$/);
    expect(markdownReport(NOTHING)).toMatch(/^### Haft: no changes\n/);
    expect(githubReport(NOTHING)).toBe('');
    expect(JSON.parse(jsonReport(NOTHING))).toMatchObject({ changes: [], summary: { breaking: 0, policy: 0 } });
    expect(JSON.parse(sarifReport(NOTHING)).runs[0].results).toEqual([]);
    const page = htmlReport(NOTHING);
    expect(page).toContain('No changes');
    expect(page).not.toContain('id="filters" ');
    expect(unbalanced(page)).toEqual([]);
  });
});

test('json: exactly the members that were promised, null where nothing is', () => {
  const parsed = JSON.parse(jsonReport(EXAMPLE));
  expect(Object.keys(parsed)).toEqual([
    'reportVersion',
    'compared',
    'verdict',
    'notes',
    'changes',
    'staleEvals',
    'texts',
    'versions',
    'deprecated',
    'usage',
    'summary',
  ]);
  for (const change of parsed.changes)
    expect(Object.keys(change).join(' ')).toBe(
      'kind axis level subject server tool skill path before after witness why next fingerprint file line violations command approval brokenCalls flip recorded evals',
    );
  expect(parsed.changes.at(-1)).toMatchObject({ after: null, file: null, line: null });
  expect(parsed.summary).toEqual({
    breaking: 5,
    unknown: 1,
    risky: 7,
    safe: 4,
    policy: 4,
    warnings: 0,
    staleEvals: 1,
    undecidedTexts: 1,
  });
});

test('json: as its published schema says', () => {
  const judge = new Ajv2020.default({ allErrors: true, strict: false });
  for (const report of [EXAMPLE, NOTHING]) {
    judge.validate(CHANGES_SCHEMA, JSON.parse(jsonReport(report)));
    expect(judge.errors ?? []).toEqual([]);
  }
  judge.validate(CHANGES_SCHEMA, { ...JSON.parse(jsonReport(EXAMPLE)), changes: [{}] });
  expect(judge.errors).not.toBeNull();
});

test('sarif: version 2.1.0, a rule for each kind, places and fingerprints', () => {
  const log: Log = JSON.parse(sarifReport(EXAMPLE, { version: '1.2.3' }));
  const [run] = log.runs;
  const rules = run?.tool.driver.rules ?? [];
  expect(log.version).toBe('2.1.0');
  expect(run?.tool.driver.version).toBe('1.2.3');
  expect(rules.map(({ id }) => id)).toEqual([...new Set(EXAMPLE.changes.map(({ kind }) => kind))].sort());
  for (const result of run?.results ?? []) {
    expect(rules[result.ruleIndex ?? -1]?.id).toBe(result.ruleId);
    expect(['error', 'warning', 'note']).toContain(result.level);
    expect(result.partialFingerprints?.['haft/v2']).toMatch(/^[0-9a-f]{16}$/);
    for (const { physicalLocation } of result.locations ?? [])
      expect(physicalLocation?.region?.startLine).toBeGreaterThan(0);
  }
  const gone = EXAMPLE.changes.filter(({ file }) => file === undefined).length;
  expect(run?.results?.filter(({ locations }) => locations === undefined)).toHaveLength(gone);
});

const HOSTILE =
  '`a` | b </script><img src=x onerror=alert(1)><!-- \' " @everyone #12 <b>$x$ **c** ~~d~~ [e](http://f) ::error::%0A ]]> ' +
  '\u001b[31m\u202e\u2066\u0000\ud800\u200b {{x}} \\ \r\n\r\n# g\n- h\n| i |\n</details>\n```\n end';

const HOSTILE_TEXT = { server: HOSTILE, tool: HOSTILE, path: [HOSTILE, HOSTILE], before: HOSTILE, after: HOSTILE };

/** The example with a hostile text in every field that comes from a spec, or could. */
function hostile(): ChangeReport {
  const values = [HOSTILE, [HOSTILE, 1], { [HOSTILE]: HOSTILE, deep: { [HOSTILE]: [HOSTILE] } }, null];
  const changes = EXAMPLE.changes.map((change, index): PlacedChange => ({
    ...change,
    kind: `x/${HOSTILE}`,
    target: { ...change.target, path: [HOSTILE], ...(change.target.tool !== undefined && { tool: HOSTILE }) },
    subject: `parameter "${HOSTILE}" of tool "${HOSTILE}"`,
    before: values[index % 4] ?? null,
    after: index % 3 === 0 ? `${HOSTILE} more` : (values[(index + 1) % 4] ?? null),
    why: HOSTILE,
    next: HOSTILE,
    file: `specs/${HOSTILE}.yaml`,
  }));
  return {
    project: HOSTILE,
    day: HOSTILE,
    before: { label: HOSTILE, commit: HOSTILE, versions: [{ kind: 'server', name: HOSTILE, version: HOSTILE }] },
    after: { label: HOSTILE, versions: [] },
    changes,
    staleEvals: EXAMPLE.staleEvals.map((one) => ({
      ...one,
      name: HOSTILE,
      tools: [HOSTILE],
      because: [HOSTILE, HOSTILE],
      problem: HOSTILE,
    })),
    texts: EXAMPLE.texts.map(({ decision, ...one }) => {
      return { ...one, ...HOSTILE_TEXT, ...(decision && { decision: { ...decision, reason: HOSTILE } }) };
    }),
    versions: EXAMPLE.versions.map((one) => ({ ...one, name: HOSTILE, released: HOSTILE, written: HOSTILE })),
    deprecated: EXAMPLE.deprecated.map((one) => ({ ...one, tool: HOSTILE, use: HOSTILE, removeAfter: HOSTILE })),
  };
}

describe('hostile text', () => {
  const REPORT = hostile();

  test.each(EACH)('%s holds nothing that steers a terminal or hides from a reader', (name, print) => {
    const printed = print(REPORT);
    expect(printed.isWellFormed()).toBe(true);
    if (name !== 'sarif')
      expect(printed).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
  });

  test('json and sarif parse to the very texts', () => {
    expect(JSON.parse(jsonReport(REPORT)).changes[0].why).toBe(HOSTILE);
    const log: Log = JSON.parse(sarifReport(REPORT));
    expect(log.runs[0]?.results?.[0]?.message.text).toContain('<img src=x onerror=alert(1)>');
  });

  test('html: text is escaped, every tag is closed, and the page holds one script', () => {
    const page = htmlReport(REPORT);
    expect(page).not.toMatch(/<img|<b>|<!--/);
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(page.match(/<\/script/g)).toHaveLength(1);
    expect(unbalanced(page)).toEqual([]);
  });

  test('markdown: no tag, no mention, no table but its own', () => {
    const printed = markdownReport(REPORT);
    expect(printed).not.toMatch(/(?<!\\)<(?!\/?(?:code|details|summary|sub|b|br)>)/);
    expect(printed).not.toMatch(/@everyone|(?<!\\)#12|^# g|^- h|^```|^\| i/m);
    const table = printed.split('\n').filter((line) => line.startsWith('| **'));
    expect(table.length).toBeGreaterThan(10);
    const [rows, labels] = [table.filter((row) => /^\| \*\*(?:not|breaking|unknown)/.test(row)), table];
    for (const row of labels) expect(row.match(/(?<!\\)\|/g)).toHaveLength(rows.includes(row) ? 6 : 3);
    expect(printed.match(/^<details>/gm)?.length).toBe(printed.match(/^<\/details>/gm)?.length);
    expect(printed.length).toBeLessThan(60_000);
  });

  test('github: one command a line', () => {
    const lines = githubReport(REPORT).trimEnd().split('\n');
    for (const line of lines)
      expect(line).toMatch(/^::(?:error|warning|notice) file=[^,:]*(?:,line=\d+)?,title=[^,:]*::/);
  });
});

/** Tags of a page that are left open or closed without having been opened, beside those that need no end. */
function unbalanced(page: string): string[] {
  const open: string[] = [];
  const markup = page.replaceAll(/(<(script|style)>)[^]*?(?=<\/\2>)/g, '$1');
  const tags = markup.matchAll(/<(\/?)([a-z][a-z0-9]*)((?:\s+[a-z-]+(?:="[^"<>]*")?)*)>/g);
  for (const [, close, name = ''] of tags) {
    if (/^(?:meta|link|input|wbr|br)$/.test(name)) continue;
    if (!close) open.push(name);
    else if (open.at(-1) === name) open.pop();
    else open.push(`/${name}`);
  }
  const left = markup.replace('<!doctype html>', '').replaceAll(/<\/?[a-z][^<>]*>/g, '');
  return [...open, ...(/[<>]/.exec(left) ?? [])];
}

describe('the page', () => {
  const page = htmlReport(EXAMPLE);

  test('allows its own style and script and nothing else', () => {
    const policy = /Content-Security-Policy" content="([^"]+)"/.exec(page)?.[1] ?? '';
    expect(policy.replaceAll('&#39;', "'")).toMatch(
      /^default-src 'none'; style-src 'sha256-[^;]+'; script-src 'sha256-[^;]+'; img-src data:; base-uri 'none'; form-action 'none'$/,
    );
    expect(policy).not.toContain('unsafe');
    const addresses = [...page.matchAll(/\b(?:src|href|action|url)[=(]"?([^")>\s]*)/g)].map(([, address]) => address);
    expect(addresses.filter((address) => address !== 'data:,' && !address?.startsWith('#'))).toEqual([]);
    expect(page).not.toMatch(/\son[a-z]+="|\sstyle="/);
  });

  test('its policy names the hashes of what it holds', async () => {
    for (const tag of ['style', 'script']) {
      const text = new RegExp(`<${tag}>([^]*?)</${tag}>`).exec(page)?.[1] ?? '';
      const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
      expect(page).toContain(`sha256-${Buffer.from(hash).toString('base64')}`);
    }
  });

  test('every link leads to something, and every id is there once', () => {
    const ids = [...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const links = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(links.filter((id) => !ids.includes(id))).toEqual([]);
  });

  test('headings never skip a level', () => {
    const levels = [...page.matchAll(/<h([1-6])/g)].map(([, level]) => Number(level));
    expect(levels.filter((level, index) => index > 0 && level > (levels[index - 1] ?? 0) + 1)).toEqual([]);
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
  });
});
