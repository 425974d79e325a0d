/** What `tools/list` shows of a tool besides its texts and parameters; most of it only in profile `mcp`. */
import { sameJson } from '@haft/runtime/language';
import { isEqual } from '../../../base/json.ts';
import { SHELF, SHELF_RESULT, exampleOf } from '../../compare/example-documents.ts';
import { kindsOf } from '../../kind.ts';
import { reportChanged, json, memberChanged, membersChanged } from '../../compare/changed.ts';
import { otherHints } from '../../compare/annotations.ts';
import { unjudgedKeywords, withDefinitions } from '../../schema/forms.ts';

const { wire, model } = kindsOf('tool');

export const TOOL_LISTED = [
  wire.breaking('tool/results', {
    says: 'The results of a tool gained or lost the success envelope.',
    why: 'Programs that read the success envelope find none, or find one where there was none.',
    next: 'Keep the form, or run `haft bump <tool>` to publish this version as a successor.',
    example: exampleOf('results: * false', 'envelope\nadditional_parameters:', 'raw\nadditional_parameters:'),
    detect: (pair, report) => reportChanged(pair, report, ['results'], ({ results = 'envelope' }) => results),
  }),
  wire.unknown('tool/output-schema', {
    says: 'The output schema of a tool with raw results changed.',
    why: 'It is passed on as it is: whether consumers can handle every result is not determined.',
    next: 'Compare the schemas; if the new one allows anything new, notify consumers.',
    example: {
      before: 'results: raw\noutput_schema: { type: object, properties: { shelf: { type: string } } }',
      after: 'results: raw\noutput_schema: { type: object, properties: { shelf: { type: integer } } }',
    },
    detect({ before, after }, report) {
      if (!before || !after || isEqual(before.outputSchema, after.outputSchema)) return;
      const [old, now] = [before.outputSchema, after.outputSchema];
      const isOrder = sameJson(old, now);
      report({ path: ['output_schema'], before: json(old), after: json(now), ...(isOrder && { level: 'safe' }) });
    },
  }),
  wire.unknown('tool/keywords', {
    says: 'Keywords of the input schema that Haft only passes on changed, or what they lead to.',
    why: 'Haft does not judge them: a host, or the program behind the tool, may.',
    next: 'Compare the schemas; if the new one rejects anything, run `haft bump <tool>` to publish this version as a successor.',
    example: exampleOf(SHELF, 'type: string, contentEncoding: base64', 'type: string, contentEncoding: base16'),
    detect: (pair, report) =>
      membersChanged(pair, report, ['parameters'], ({ inputSchema }) => unjudgedKeywords(inputSchema, inputSchema)),
  }),
  wire.unknown('tool/result-keywords', {
    says: 'Keywords of the result schema that Haft only passes on changed, or what they lead to.',
    why: 'Haft does not judge them: a client that validates results may.',
    next: 'Compare the schemas; if the new one allows anything new, notify consumers.',
    example: exampleOf(SHELF_RESULT, ', contentEncoding: base64', ', contentEncoding: base16'),
    detect: (pair, report) =>
      membersChanged(pair, report, ['returns'], (one) =>
        unjudgedKeywords(one.returns, withDefinitions(one.returns, one)),
      ),
  }),
  model.safe('tool/hints', {
    says: 'The annotations of a tool changed without declaring more or fewer side effects.',
    why: 'Hosts that read further keys, such as a title or a category, show the tool differently.',
    next: 'Check that the annotations are still correct.',
    example: exampleOf('hints: { readOnlyHint: true, category: * }', 'search', 'shelves'),
    detect(pair, report) {
      const hints = otherHints(pair);
      if (hints) report({ path: ['hints'], ...hints });
    },
  }),
  model.safe('tool/icons', {
    says: 'The icons of a tool changed.',
    why: 'Hosts show them to people; a model does not see them.',
    next: 'Check that hosts can load them.',
    example: { before: 'icons: [{ src: "https://books.example.org/a.png" }]', after: 'icons: []' },
    detect: memberChanged('icons'),
  }),
  wire.risky('tool/meta', {
    says: 'The "_meta" of a tool changed.',
    why: 'Hosts find there what belongs to the tool, such as the page that shows its result.',
    next: 'Try the tool in the hosts that read it.',
    example: exampleOf('meta: { "ui/resourceUri": * }', '"ui://shelves"', '"ui://books"'),
    detect: memberChanged('meta'),
  }),
  wire.risky('tool/execution', {
    says: 'How a tool may be executed changed.',
    why: 'Clients decide by it whether they call the tool as a task.',
    next: 'Check that the tool supports what it now declares.',
    example: { before: 'execution: { taskSupport: forbidden }', after: 'execution: { taskSupport: optional }' },
    detect: memberChanged('execution'),
  }),
];
