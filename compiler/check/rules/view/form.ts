/** The tool that a form calls. */
import { nearest } from '@haft/runtime/language';
import { say } from '../../../base/sentence.ts';
import { readView } from '../../documents/view.ts';
import { rule } from '../../rule.ts';

const renewing = (view: string): string => `name: library
---
kind: tool
name: renew_loan
server: library
effects: write
description: { does: Renews a loan., when: the user wants to keep a book longer }
view: ${view}
handler: handlers.ts`;

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
      const near = nearest(view.form, names);
      report(
        ['view', 'form'],
        say`The form of "${tool.spec.name}" calls "${view.form}", which is no tool of this server.`,
        near === undefined ? `Name one of ${names.slice(0, 12).join(', ')}.` : `Did you mean "${near}"?`,
        { on: tool },
      );
    }
  },
});
