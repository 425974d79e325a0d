/** The page of an author as a view: what in it leads out of it, its way into the Plan, a contract and the diff, and which files are read. */
import { describe, expect, test } from 'vitest';
import { outsideIn } from '../compiler/check/analysis/viewed.ts';
import type { SkillFile } from '../compiler/check/model.ts';
import { viewPagesOf } from '../compiler/edge/project/skill-folders.ts';
import { contractText, readContract } from '../compiler/plan/contract.ts';
import { planSpecs } from '../compiler/plan/plan-specs.ts';
import { diff } from '../compiler/versions/diff.ts';

describe('what leads out of a page', () => {
  test.each([
    ['<script src="https://cdn.example/a.js"></script>'],
    ["fetch('http://tiles.example/1')"],
    ['new WebSocket(`wss://live.example`)'],
    ['<img src="//cdn.example/a.png">'],
    ['<style>p { background: url(//cdn.example/a.png) }</style>'],
    ['<style>@import "a.css";</style>'],
    ['<script src=chart.js></script>'],
    ['<link rel="stylesheet" href="page.css">'],
    ['<script type="module">import { chart } from "./chart.js"</script>'],
    ["<script type=module>const lib = await import('https://cdn.example/a.js')</script>"],
    ["<script type=module>import'./a.js'</script>"],
    ['<form method="post"\n  action="/save">'],
    ['<button formaction="/save">'],
    ['<base href="https://cdn.example/">'],
    ['<HTML><IMG SRC=HTTPS://CDN.EXAMPLE/A.PNG>'],
  ])('%s is found', (text) => {
    expect(outsideIn(`<!doctype html>\n${text}`)[0]?.line).toBe(2);
  });

  test.each([
    ['<img src="data:image/png;base64,AAAA">'],
    ['<a href="#top">Top</a>'],
    ["document.createElementNS('http://www.w3.org/2000/svg', 'svg') // a chart"],
    ['const half = total / 2; // of all'],
    ['<form><button type="button">Save</button></form>'],
    ['<p>Goods of import are taxed; "so it is".</p>'],
    ['<script type="importmap">{}</script>'],
  ])('%s is not', (text) => {
    expect(outsideIn(text)).toEqual([]);
  });

  test('a page without an end of a tag or a quote takes the square of its length', () => {
    const timeOf = (pages: readonly string[]): number => {
      const start = process.cpuUsage();
      for (const page of pages) outsideIn(page);
      return process.cpuUsage(start).user;
    };
    const parts = ['<script ', '<img src', 'import {', '<form a', '@import ', 'url( ', 'https://'];
    const pagesOf = (size: number): string[] => parts.map((part) => part.repeat(size / part.length));
    timeOf(pagesOf(5120));
    // As many characters in eight pages as in one.
    const many = timeOf(Array.from({ length: 8 }, () => pagesOf(5120)).flat());
    expect(timeOf(pagesOf(40_960)) / many).toBeLessThan(4);
  });
});

const SPEC = `kind: server
name: library
version: 1.0.0
summary: Finds books.
---
kind: tool
name: find_books
description: { does: Finds books., when: the user looks for a book }
effects: read
view: { file: map.html }
command: { argv: [books] }
`;
const page = (text: string): SkillFile => {
  return { path: 'specs/map.html', bytes: new TextEncoder().encode(text), executable: false };
};
const planned = (...files: readonly SkillFile[]) => planSpecs([{ path: 'specs/library.yaml', text: SPEC }], { files });
const planOf = (text: string) => {
  const { value } = planned(page(text));
  if (!value) throw new Error('not planned');
  return value.plan;
};

describe('a tool with a page of its own', () => {
  test('has its hash in a contract, and not its text', () => {
    const text = contractText(planOf('<p>A page</p>'));
    expect(text).toMatch(/"page": "[0-9a-f]{16}"/);
    expect(text).not.toContain('A page');
    expect(readContract(text)).toMatchObject({ plan: { servers: [{ tools: [{ view: { file: 'map.html' } }] }] } });
  });

  test('is changed where the page is, and not where its line ends are', () => {
    const read = readContract(contractText(planOf('<p>\n</p>')));
    const before = 'plan' in read ? read.plan : undefined;
    if (!before) throw new Error('not read');
    const ids = (text: string) => diff(before, planOf(text)).map(({ kind }) => kind);
    expect(ids('<p>\n</p>')).toEqual([]);
    expect(ids('<p>\r\n</p>')).toEqual([]);
    expect(ids('<p>new</p>')).toEqual(['tool/view']);
  });

  test('is an error without the page', () => {
    expect(planned().diagnostics.map(({ code }) => code)).toContain('view/file-missing');
  });

  test.each(['../map.html', '/etc/map.html', 'a/../../map.html', '.git/map.html', 'map.txt'])(
    'cannot name %s',
    (name) => {
      const text = SPEC.replace('map.html', name);
      const { diagnostics } = planSpecs([{ path: 'specs/library.yaml', text }], { files: [page('<p></p>')] });
      expect(diagnostics.some(({ severity, span }) => severity === 'error' && span.start > 0)).toBe(true);
    },
  );
});

test.each([
  'view: { file: map.html }',
  'view:\n  # ours\n  file: map.html',
  'view: {file: "map.html"}',
  '{ "view": { "file": "map.html" } }',
  'view: { file: &page map.html }',
])('the page of %j is read', (text) => {
  const isPage = viewPagesOf([{ path: 'specs/a/library.yaml', source: { path: 'specs/a/library.yaml', text } }]);
  expect(['specs/a/map.html', 'specs/map.html', 'specs/a/other.html'].map(isPage)).toEqual([true, false, false]);
});
