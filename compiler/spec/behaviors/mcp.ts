/** Behavior `mcp:`: calls a tool of another MCP server. */
import type { Rename } from '../../base/diagnostic.ts';
import { type Static, anyMap, object, text } from '../shape/build.ts';
import { failureCases, resultShape } from '../shape/failure.ts';
import { formsOf, needing } from '../shape/form-of.ts';
import { list } from '../shape/form.ts';
import { CONNECTION_NAME } from '../shape/names.ts';
import { type PlacedKey, type StepParts, type ToolContext, behavior } from './behavior.ts';
import { failure } from './contract-forms.ts';
import { NO_PARTS, VARIABLES, bodyTemplates, stepsOf } from './steps.ts';
import { type StarterLack, wordsOfLine } from './starter.ts';

const called = {
  upstream: text('Name of the server under `upstreams:`.', { pattern: CONNECTION_NAME }),
  tool: text('Name of the tool on that server.'),
};

const options = {
  arguments: anyMap(
    `The arguments that are sent; a value that is exactly one variable keeps its type, one that is absent is left out. Default: all arguments under their names. ${VARIABLES}`,
  ),
  pin: text(
    'Hash of the definition of the tool that was reviewed; written by `haft import mcp`. A tool with another definition is rejected.',
    { pattern: ['^sha256:[0-9a-f]{64}$', '"sha256:" and 64 hex digits'] },
  ),
  result: resultShape,
  on_error: failureCases(
    'Error messages for calls that the tool itself reports as failed, tried in order. Default: its own text.',
  ),
};

const shape = object(
  'Calls a tool of another MCP server. The result is its structured content, its text where that is JSON, or { text }; images and other content pass unchanged.',
  called,
  options,
);

type Spec = Static<typeof shape>;

export const mcp = behavior<'mcp', Spec>({
  key: 'mcp',
  shape,
  isCode: false,
  notShown: undefined,
  failureKeys: ['on_error'],
  steps: (spec) => stepsOf(spec, partsOf),
  result: (spec) => spec.result,
  problems: () => [],
  contradiction: () => undefined,
  nameMapping: mapArguments,
  unsent: () => undefined,
  plan: ({ on_error, ...rest }) => ({ kind: 'mcp', ...rest, ...(on_error && { on_error: [on_error].flat() }) }),
  blocks: ({ result: table }) => (table ? 'never' : 'sometimes'),
  write: ({ kind: _kind, ...rest }) => rest,
  starter: {
    help: 'A server of `upstreams:`, and the tool of it.',
    example: 'tracker get_issue',
    write(line, { upstreams }) {
      const [upstream = '', tool, ...others] = wordsOfLine(line);
      if (tool === undefined || others.length > 0) return 'Expected the name of an upstream and the name of its tool.';
      if (!upstreams.includes(upstream)) return noUpstream(upstream, upstreams);
      return { spec: { upstream, tool } };
    },
  },
  contractForm: needing(['upstream', 'tool'], { ...formsOf({ ...called, ...options }), on_error: list(failure) }),
  change: {
    id: 'tool/upstream-call',
    says: 'The call to another server changed.',
    why: 'The other server may respond differently to the same arguments; a new pin means that the definition of its tool changed.',
    example: {
      before: 'mcp: { upstream: tracker, tool: list_issues }',
      after: 'mcp: { upstream: tracker, tool: search_issues }',
    },
  },
});

function noUpstream(name: string, known: readonly string[]): StarterLack | string {
  if (!new RegExp(CONNECTION_NAME[0]).test(name)) return `"${name}" cannot be the name of an upstream.`;
  const lacks = `has no upstream "${name}"`;
  const entry = `${name}: { command: [${name}-server] }`;
  if (known.length === 0) return { lacks, add: `upstreams: { ${entry} }` };
  return { lacks, add: entry, under: 'upstreams', instead: `name one that it has: ${known.join(', ')}` };
}

/** Without `arguments` all are sent under their names: then each is written with the name that the other server has. */
function mapArguments(
  { arguments: sent }: Spec,
  { parameters = {} }: ToolContext,
  { from, to }: Pick<Rename, 'from' | 'to'>,
): PlacedKey[] {
  if (sent !== undefined) return [];
  const variables = Object.keys(parameters).map((name) => [name, `{${name === from ? to : name}}`] as const);
  return [{ path: [], key: 'arguments', value: Object.fromEntries(variables) }];
}

function partsOf({ upstream, arguments: sent }: Spec): StepParts {
  return {
    ...NO_PARTS,
    templates: sent === undefined ? [] : bodyTemplates(['arguments'], sent),
    upstreams: [{ path: ['upstream'], name: upstream }],
    typed: sent,
    passesAll: sent === undefined,
  };
}
