/** Limits of a tool take effect, and a model can stay within them. */
import { say } from '../../../base/sentence.ts';
import { filterMemo } from '../../../base/memo.ts';
import { smallerBy } from '../../analysis/smaller-result.ts';
import { DEFAULT_LIMITS, type ServerSpec } from '../../documents/server.ts';
import type { SpecDraft, ToolPart } from '../../model.ts';
import { crossRule, rule } from '../../rule.ts';

const limited = (keys: string, ofServer = ''): string => `server: shop
${keys}
---
kind: server
name: shop
version: 1.0.0
summary: Orders books.
${ofServer}`;

const limiting = filterMemo(({ spec }: ToolPart) => spec.limits !== undefined);

const withServer = (draft: SpecDraft): (readonly [ToolPart, ServerSpec])[] =>
  draft.servers.flatMap(({ spec, tools }) => limiting(tools).map((tool) => [tool, spec] as const));

export const limitTakesEffect = crossRule({
  id: 'tool/limit-takes-effect',
  severity: 'warning',
  around: withServer,
  says: 'A limit of a tool should be below that of its server.',
  why: 'Calls of a tool count for its server, too: a limit above that of the server is never reached.',
  source: 'MCP 2025-11-25, server/tools (servers rate limit tool invocations)',
  good: [
    limited('limits: { calls_per_minute: 10, concurrency: 1 }'),
    limited('limits: { concurrency: 20 }', 'limits: { concurrency: 40 }'),
  ],
  bad: [
    limited('limits: { concurrency: 20 }'),
    limited('limits: { calls_per_minute: 600 }', 'limits: { calls_per_minute: 300 }'),
  ],
  check({ spec: { name, limits = {} } }, report, server) {
    for (const limit of ['calls_per_minute', 'concurrency'] as const) {
      const all = server.limits?.[limit] ?? DEFAULT_LIMITS[limit];
      const own = limits[limit];
      if (own !== undefined && own > all)
        report(
          ['limits', limit],
          say`\`${limit}\` of tool "${name}" is ${own}, and its server allows ${all}.`,
          `Lower it, or raise \`limits.${limit}\` of the server.`,
        );
    }
  },
});

export const resultParameter = rule({
  id: 'tool/result-parameter',
  severity: 'warning',
  says: 'A tool whose results are limited should have a parameter that makes them smaller.',
  why: 'A model that gets `result_too_large` has no way to a result, and repeats the call.',
  source: 'EXT §7 (errors with a next step)',
  good: [
    limited('timeout_ms: 5000'),
    limited(
      'parameters: { query: { type: string, description: Words. }, limit: { type: integer, minimum: 1, maximum: 50, default: 10, description: How many. } }\nlimits: { result_bytes: 20000 }',
    ),
  ],
  bad: [
    limited('parameters: { query: { type: string, description: Words. } }\nlimits: { result_bytes: 20000 }'),
    limited('parameters: { page: { type: integer, description: Page. } }\nlimits: { result_bytes: 20000 }'),
  ],
  check({ spec: { name, limits, parameters } }, report) {
    if (limits?.result_bytes === undefined || smallerBy(parameters as Parameters<typeof smallerBy>[0])) return;
    report(
      ['limits', 'result_bytes'],
      say`Tool "${name}" limits its result and has no parameter that makes it smaller.`,
      'Add one, such as `limit` (an integer) or `fields` (a list).',
    );
  },
});
