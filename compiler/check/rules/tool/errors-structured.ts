/** Every failure states what happened and what to do next. */
import type { Located } from '../../model.ts';
import { rule } from '../../rule.ts';
import type { ReportFinding } from '../../rule.ts';
import {
  isBareHint,
  isBareStatus,
  repeatsError,
  serverFailures,
  toolFailures,
} from '../../analysis/prose/failure-text.ts';
import type { PlacedFailure } from '../../analysis/prose/failure-text.ts';

/** The tool is in its own server, with a connection that has `words`. */
const shop = (more: string, errors = ''): string => `name: search_books
---
kind: server
name: shop
version: 1.0.0
summary: Sells books.
connections: { shop: { base_url: "https://shop.example"${more} } }
tools:
  - name: order_book
    description: { does: Orders a book at the shop., when: the library lacks a book }
    effects: write
    http: { connection: shop, request: POST /orders${errors} }`;

const DOWN = ', on_unreachable: { error: The shop does not answer., retry_hint: Try again in a minute. }';

export const errorsStructured = rule({
  id: 'tool/errors-structured',
  subject: 'tool',
  severity: 'error',
  says: 'Every error must say what happened and what to do next.',
  profiles: ['ext'],
  why: 'A bare "Error 500" gives a model nothing to act on: it repeats the call or invents an answer. A sentence and a next step let it continue.',
  source: 'EXT §7 rules 1 and 2, §8 rule 5',
  good: [
    shop(DOWN),
    shop(DOWN, ', errors: { 409: { error: The book is sold out., retry_hint: Offer the user another edition. } }'),
  ],
  bad: [
    shop(''),
    shop(DOWN, ', errors: { 500: { error: Error 500, retry_hint: Try again later. } }'),
    shop(DOWN, ', errors: { 409: { error: The book is sold out., retry_hint: The book is sold out. } }'),
    shop(DOWN, ', errors: { 404: [{ contains: gone, error: "null", retry_hint: N/A }] }'),
    `name: search_books
---
kind: tool
name: print_label
server: library
description: { does: Prints the label of a book., when: a label is lost }
effects: write
command: { argv: [lpr], exit_codes: { 1: { error: failed, retry_hint: Ask the user to switch the printer on. } } }`,
    `name: search_books
---
kind: tool
name: print_label
server: library
description: { does: Prints the label of a book., when: a label is lost }
effects: write
command: { argv: [lpr], before: [{ argv: [lpstat], not_found: { error: Not found., retry_hint: Install it. } }] }`,
  ],
  check(tool, report) {
    reportAll(tool, toolFailures(tool.spec), report);
  },
  checkServer(server, report) {
    reportAll(server, serverFailures(server.spec), report);
    for (const [name, { on_unreachable }] of Object.entries(server.spec.connections ?? {})) {
      if (on_unreachable) continue;
      const message = `Connection "${name}" has no \`on_unreachable\` message.`;
      const hint = 'Add `on_unreachable: { error: …, retry_hint: … }`: what is not running, and who can start it.';
      report(['connections', name], message, hint, { part: 'key', on: server });
    }
  },
});

function reportAll(on: Located<unknown>, failures: readonly PlacedFailure[], report: ReportFinding): void {
  for (const { path, ...texts } of failures) {
    if (isBareStatus(texts.error)) {
      const hint = 'Describe in a sentence what happened, such as: There is no book with this number.';
      report([...path, 'error'], `Error message "${texts.error}" is only a status.`, hint, { on });
    }
    if (isBareHint(texts.retry_hint) || repeatsError(texts)) {
      const problem = isBareHint(texts.retry_hint) ? 'gives no next step' : 'repeats the error';
      const hint = 'Give the next step: retry with other arguments, use another tool, ask the user, or stop.';
      report([...path, 'retry_hint'], `Retry hint "${texts.retry_hint}" ${problem}.`, hint, { on });
    }
  }
}
