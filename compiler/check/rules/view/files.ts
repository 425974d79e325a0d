/** The page of a view: its file, and the form that calls a tool. */
import { toolDocument } from '../../example-documents.ts';
import { say } from '../../../base/sentence.ts';
import { unknownName, meantOr } from '../../analysis/unknown-name.ts';
import { filesBelow, viewPages, withPage } from '../../analysis/offered-files.ts';
import { outsideIn, viewPageOf, viewPageText } from '../../analysis/viewed.ts';
import { readView } from '../../documents/view.ts';
import type { SkillFile } from '../../model.ts';
import { crossRule, rule } from '../../rule.ts';

const MAX_KB = 40;
const NONE: readonly SkillFile[] = [];
const SOURCE = 'MCP Apps 2026-01-26 (a page without csp reaches nothing outside)';

/** The page of the author that a view names. */
export const fileMissing = crossRule({
  id: 'view/file-missing',
  subject: 'tool',
  severity: 'error',
  around: ({ toolLists, files }) =>
    toolLists.flatMap(withPage).map((tool) => [tool, viewPageOf(tool, files) ? NONE : files]),
  says: 'The page that a view names must be a file in the folder of the spec or below it.',
  why: 'The page is printed into the server. Without it hosts show the result as text.',
  source: SOURCE,
  good: ['view: { file: shelves.html }', 'view: facts'],
  bad: ['view: { file: shelf.html }', 'view: { file: pages/shelves.html }'],
  check({ spec, file }, report, files) {
    if (files === NONE) return;
    const { view } = spec;
    const named = typeof view === 'object' ? (view.file ?? '') : '';
    const pages = filesBelow({ file }, files).filter((name) => name.endsWith('.html'));
    report(['view', 'file'], ...unknownName('file', named, pages));
  },
});

export const fileOutside = crossRule({
  id: 'view/file-outside',
  subject: 'tool',
  severity: 'error',
  around: viewPages,
  says: 'The page of a view must not lead out of itself: no web address, no other file, no form with an address.',
  why: 'Hosts show the page in a frame that reaches nothing. A script or picture from outside is missing there, and a form that is sent does nothing.',
  source: SOURCE,
  good: ['view: { file: shelves.html }', 'view: { file: large.html }'],
  bad: ['view: { file: loads-a-library.html }', 'view: { file: sends-a-form.html }'],
  check({ spec: { name, view } }, report, [page]) {
    const [first, ...more] = page ? outsideIn(viewPageText(page)) : [];
    if (!first) return;
    const text = first.text.length > 80 ? `${first.text.slice(0, 80)} …` : first.text;
    const others = more.length === 0 ? '' : `, and ${more.length} more`;
    report(
      ['view', 'file'],
      say`The page of "${name}" leads out of itself at line ${String(first.line)}: \`${text}\`${others}.`,
      `Put what it needs into "${typeof view === 'object' ? (view.file ?? '') : ''}", or open the address with \`ui/open-link\`.`,
    );
  },
});

export const tooLarge = crossRule({
  id: 'view/too-large',
  subject: 'tool',
  severity: 'error',
  around: viewPages,
  says: `The page of a view must have at most ${MAX_KB} KB.`,
  why: 'The page is in the server, and a host reads it whole before it shows a result.',
  hint: 'Minify it, or use a smaller library.',
  source: SOURCE,
  good: ['view: { file: shelves.html }', 'view: { file: loads-a-library.html }'],
  bad: ['view: { file: large.html }', 'view: { file: larger.html }'],
  check({ spec: { name } }, report, [page]) {
    const size = page ? page.bytes.length : 0;
    if (size <= MAX_KB * 1024) return;
    report(
      ['view', 'file'],
      say`The page of "${name}" has ${String(Math.ceil(size / 1024))} KB, the maximum is ${String(MAX_KB)} KB.`,
    );
  },
});

const renewing = (view: string): string => `name: library
---
${toolDocument('renew_loan', 'Renews a loan.', 'the user wants to keep a book longer', 'write')}
view: ${view}
handler: handlers.ts`;

/** The tool that a form calls. */
export const formNotATool = rule({
  id: 'view/form-not-a-tool',
  subject: 'server',
  severity: 'error',
  says: 'A form must call a tool of its own server.',
  why: 'A host lets a view call only tools of the same server. Its button would always fail.',
  source: 'MCP Apps 2026-01-26 (tools/call of a view)',
  good: [renewing('{ form: search_books }'), renewing('{ form: renew_loan, button: Renew }')],
  bad: [renewing('{ form: search_book }'), renewing('{ form: lend_book, button: Lend }')],
  check({ tools }, report) {
    const names = tools.map(({ spec }) => spec.name);
    for (const tool of tools) {
      const view = tool.spec.view === undefined ? undefined : readView(tool.spec.view);
      if (view?.form === undefined || names.includes(view.form)) continue;
      report(
        ['view', 'form'],
        say`The form of "${tool.spec.name}" calls "${view.form}", which is no tool of this server.`,
        meantOr(view.form, names, `Name one of ${names.slice(0, 12).join(', ')}.`),
        { on: tool },
      );
    }
  },
});
