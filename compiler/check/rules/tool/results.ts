/** The results of a tool. */
import { say } from '../../../base/sentence.ts';
import { allSteps, behaviorsOf, declaresData, showsBlocks } from '../../../spec/behaviors/index.ts';
import { idleNotes, idleTests, lostDetails } from '../../analysis/binding/idle.ts';
import { lostLets, unread } from '../../analysis/binding/unread.ts';
import { reportProblems, rule } from '../../rule.ts';
import { hiddenPages } from '../../../spec/behaviors/http-problems.ts';
import { requestTool, toolDocument } from '../../example-documents.ts';
import { type Json, parseTemplate, wholeVariable } from '@haft/runtime/language';
import type { StepParts } from '../../../spec/behaviors/behavior.ts';
import { isOrNull } from '../../analysis/schemas/inner-schemas.ts';

const tool = (type: string, command: string): string => `name: search_books
---
${toolDocument('measure_catalog', 'Measures the catalog.', 'the user asks how large it is')}
returns: { type: object, properties: { size: ${type} } }
command: { argv: [wc, -l, catalog.txt], ${command} }`;

export const outputFits = rule({
  id: 'tool/output-fits',
  severity: 'warning',
  says: 'A result and its failure tests must be readable from output of the declared format.',
  why: 'A text such as "12 catalog.txt" is not a number, and a pointer finds nothing in a text: every call fails, or the property is always missing.',
  source: 'EXT §2.4 (data), §8 rule 2 (narrowest types)',
  good: [
    tool('{ type: string }', 'stdout: text, result: { size: "" }'),
    tool('{ type: integer }', 'stdout: json, result: { size: "" }'),
    tool('{ type: integer }', 'stdout: lines, result: { size: { length: "" } }'),
    tool('{ type: boolean }', 'stdout: text, result: { size: { pointer: "", translate: { "large": "true" } } }'),
    tool('{ type: string }', 'stdout: csv, result: { size: /0/lines }'),
    tool('{ type: integer }', 'stdout: jsonl, result: { size: /0 }'),
    tool('{ type: integer }', 'stdout: csv, result: { size: /0/pages }'),
    tool('{ type: [string, "null"] }', 'stdout: lines, result: { size: /0 }'),
    tool('{ type: string }', 'stdout: text, result: { size: /text }'),
    tool('{ type: integer }', 'stdout: lines, result: { size: { length: /lines } }'),
    tool('{ type: string }', 'stdout: csv, result: { size: /rows/0/lines }'),
    tool('{ type: string }', 'stdout: lines, on_more: truncate, result: { size: { note: There is more. } }'),
  ],
  bad: [
    tool('{ type: integer }', 'stdout: text, result: { size: "" }'),
    tool('{ type: boolean }', 'stdout: text, result: { size: { first: [{ pointer: "" }, { value: false }] } }'),
    tool('{ type: array, items: { type: string } }', 'stdout: text, result: { size: "" }'),
    tool('{ type: integer }', 'stdout: text, result: { size: /lines }'),
    tool('{ type: integer }', 'stdout: lines, result: { size: "" }'),
    tool('{ type: integer }', 'stdout: lines, result: { size: /0 }'),
    tool('{ type: string }', 'stdout: lines, result: { size: /0/lines }'),
    tool('{ type: string }', 'stdout: csv, result: { size: /lines }'),
    tool('{ type: string }', 'stdout: text'),
    tool('{ type: integer }', 'stdout: lines, result: { size: { length: /rows } }'),
    tool('{ type: array, items: { type: string } }', 'stdout: csv, result: { size: { each: /0, item: "" } }'),
    tool('{ type: string }', 'stdout: text, result: { size: { note: There is more. } }'),
    tool(
      '{ type: string }',
      'stdout: text, result: { size: "" }, exit_codes: { 1: { error: The catalog is empty., retry_hint: Stop., detail: /reason } }',
    ),
    tool(
      '{ type: array, items: { type: string } }',
      'stdout: csv, columns: [id], result: { size: { each: "", item: /name } }',
    ),
    tool(
      '{ type: string }',
      'stdout: text, fails_when: [{ pointer: /message, contains: empty, error: The catalog is empty., retry_hint: Stop. }], result: { size: "" }',
    ),
  ],
  check({ spec }, report) {
    const problems = behaviorsOf(spec).flatMap((one) => [
      ...unread(one, spec.returns),
      ...one.steps.flatMap((step) => [...lostDetails(step), ...lostLets(step)]),
      ...idleNotes(one),
      // Of a tool that writes it is an error: tool/failure-detected.
      ...(spec.effects === 'read' ? one.steps.flatMap(idleTests) : []),
    ]);
    reportProblems(problems, report);
  },
});

export const returnsObject = rule({
  id: 'tool/returns-object',
  severity: 'error',
  says: 'The result of a tool must be an object.',
  locked: true,
  why: 'The success envelope contains an object: a bare list or string cannot be distinguished from missing data, and cannot be extended later.',
  hint: 'Use `type: object` with a property for the value.',
  source: 'EXT §2.4 (data is an object)',
  good: [
    'returns: { type: object, properties: { books: { type: array, items: { type: string } } } }',
    'returns: { type: object, properties: { text: { type: string } } }',
  ],
  bad: ['returns: { type: array, items: { type: string } }', 'returns: { type: string }'],
  check(tool, report) {
    const { returns } = tool.spec;
    if (!returns || returns.type === 'object') return;
    report(
      returns.type === undefined ? ['returns'] : ['returns', 'type'],
      say`The result of "${tool.spec.name}" is ${returns.type === 'array' ? 'an array' : `of type ${[returns.type ?? 'any'].flat().join(' or ')}`}, not an object.`,
    );
  },
});

const listing = (result: string, properties = '', closed = ''): string => {
  const request = `GET /copies, paging: { by: link }${result}`;
  return `${requestTool('list_copies', 'Lists the copies in other libraries.', 'read', request)}
    returns: { type: object, properties: { items: { type: array, items: { type: object } }${properties} }${closed} }`;
};

export const pagesLost = rule({
  id: 'tool/pages-lost',
  severity: 'warning',
  says: 'A result of several pages should have a place for `more` or `note`.',
  why: 'A later page that fails ends the list with `more` and a `note`. A result without a place for either would look complete, so the whole call fails.',
  source: 'EXT §7 rule 3 (a result states what happened); ADR 17 (pages)',
  good: [
    listing(''),
    listing(', result: { items: /items, note: /note }', ', note: { type: string }'),
    listing('', ', more: { type: boolean }', ', additionalProperties: false'),
  ],
  bad: [
    listing(', result: { items: /items }'),
    listing('', ', next: { type: string }', ', additionalProperties: false'),
  ],
  check({ spec }, report) {
    const hidden = hiddenPages(spec);
    if (!hidden) return;
    report(
      hidden.path,
      say`The result of tool "${spec.name}" has no place for \`more\` or \`note\`, so a page that fails loses the pages before it.`,
      `Add ${hidden.add}.`,
      { part: 'key' },
    );
  },
});

const lending = (behavior: string): string => `name: search_books
---
${toolDocument('prolong_loan', 'Gives a loan another day of return.', 'the user keeps a book longer', 'write')}
parameters: { due: { type: [string, "null"], format: date, description: Day of return; null removes it. } }
required: [due]
${behavior}`;

export const nullLost = rule({
  id: 'tool/null-lost',
  severity: 'warning',
  says: 'A parameter that may be null should be sent where null is a value, or have a translation of null.',
  profiles: ['ext'],
  why: 'In a query, a form, a text or an argument list null counts as absent: the call succeeds, and the field that the model meant to clear is unchanged.',
  source: 'EXT §7 rule 3 (a result states what happened); ADR 20 (null clears a field)',
  good: [
    'parameters: { due: { type: [string, "null"], format: date, description: Day of return; null removes it. } }\nhandler: handlers.ts',
    lending('command: { argv: [loans, ["--due={due}"]], translate: { due: { "null": none } } }'),
  ],
  bad: [lending('command: { argv: [loans, ["--due={due}"]] }'), lending('command: { argv: [loans], stdin: "{due}" }')],
  check({ spec }, report) {
    if (behaviorsOf(spec).some(({ isCode }) => isCode)) return;
    const steps = allSteps(spec).map(({ parts }) => parts);
    for (const [name, schema] of Object.entries(spec.parameters ?? {})) {
      if (!isOrNull(schema) || !steps.some((parts) => isUsed(name, parts))) continue;
      if (steps.some((parts) => keepsNull(name, parts))) continue;
      report(
        ['parameters', name, 'type'],
        say`Null counts as absent wherever "${name}" is used, so a call with null changes nothing.`,
        say`Write what null means there, as translate: { ${name}: { "null": none } }, send "{${name}}" in \`json\`, or remove "null".`,
      );
    }
  },
});

function isUsed(name: string, { templates, parameters, passesAll }: StepParts): boolean {
  return (
    passesAll ||
    parameters.some((one) => one.name === name) ||
    templates.some(({ text, inPath = false }) => !inPath && (text.includes(`{${name}}`) || text.includes(`{${name}.`)))
  );
}

function keepsNull(name: string, { typed, passesAll, translate }: StepParts): boolean {
  return passesAll || translate?.[name]?.['null'] !== undefined || (typed !== undefined && isSent(name, typed));
}

/** As a value of its own, which keeps its type. */
function isSent(name: string, body: Json): boolean {
  if (typeof body === 'string') return wholeVariable(parseTemplate(body))?.path[0] === name;
  return typeof body === 'object' && body !== null && Object.values(body).some((inner: Json) => isSent(name, inner));
}

const picture = (more: string): string => `name: draw_city
---
${toolDocument('show_cover', 'Shows the cover of a book.', 'the user asks what a book looks like')}
parameters: { name: { type: string, description: Name of the file., maxLength: 80 } }
required: [name]
${more}`;

const FILE = 'file: { folder: /srv/covers, path: "{name}.png", format: bytes }';

const RETURNS = 'returns: { type: object, properties: { path: { type: string } } }';

export const contentWithData = rule({
  id: 'tool/content-with-data',
  severity: 'warning',
  says: 'A tool that shows pictures, audio or resources should declare no `returns`.',
  why: 'Where a result has structured data, some hosts give the model the data and drop the rest: the model never sees the picture, whatever the server sends.',
  hint: 'Remove `returns`: the content then reaches every host.',
  source: 'MCP 2025-11-25 (tools, “Structured Content”); recorded from the hosts themselves (docs/hosts.md)',
  good: [picture(FILE), picture(`${FILE.replace('bytes', 'text')}\n${RETURNS}`)],
  bad: [
    picture(`${FILE}\n${RETURNS}`),
    picture(`${FILE}\nreturns: { type: object, additionalProperties: { type: string } }`),
  ],
  check({ spec }, report, { settings }) {
    if (!spec.returns || !declaresData(spec.returns)) return;
    const hosts = settings.hosts.filter(({ dropsContentWithData }) => dropsContentWithData).map(({ title }) => title);
    if (hosts.length === 0 || !showsBlocks(spec)) return;
    report(
      ['returns'],
      say`Tool "${spec.name}" returns data with its content, and ${hosts.join(' and ')} gives a model only the data.`,
      { part: 'key' },
    );
  },
});
