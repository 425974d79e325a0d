/** Figures of a server in the text format of Prometheus (version 0.0.4), where `HAFT_METRICS` asks for them. */
import { entryOf } from '../server/memory.ts';
import type { ServerDescriptor } from '../descriptor/descriptor.ts';
import type { RateLimiter } from '../server/limits.ts';
import type { Redact } from '../redaction/redact.ts';
import { type Redacted, figuresText } from '../redaction/redacted.ts';
import type { EndedCall, Watch } from './watch-calls.ts';

interface Metrics extends Watch {
  readonly text: () => Redacted;
}

/** Seconds (OpenTelemetry, `mcp.server.operation.duration`). */
const BUCKETS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300];

/** Of one tool; codes of handlers could be any number. */
const MAX_CODES = 40;

/** Milliseconds after a failure within which the next call of the client can be what its hint advises. */
const FOLLOWS = 600_000;

const HELP = {
  haft_calls_total: [
    'counter',
    'Calls by tool and by code: ok, the code of a failure, or the number of a protocol error.',
  ],
  haft_call_duration_seconds: ['histogram', 'Seconds from the head of a request to its answer.'],
  haft_hints_followed_total: ['counter', 'Calls of a tool by a client whose last call of it failed with a hint.'],
  haft_hints_worked_total: ['counter', 'Those of them that succeeded.'],
  haft_server_info: ['gauge', 'Name and version of the server.'],
  process_start_time_seconds: ['gauge', 'Start of the process, in seconds since 1970.'],
  process_cpu_seconds_total: ['counter', 'Processor time in seconds.'],
  process_resident_memory_bytes: ['gauge', 'Memory in bytes.'],
} as const;

type Name = keyof typeof HELP;

/** Of one tool. */
interface Figures {
  readonly codes: Map<string, number>;
  readonly buckets: number[];
  seconds: number;
  followed: number;
  worked: number;
}

export function createMetrics(
  { name, version, tools }: ServerDescriptor,
  { text: redacted }: Pick<Redact, 'text'>,
): Metrics {
  const names = new Set(tools.map((tool) => tool.name));
  const figures = new Map<string, Figures>();
  const failed = new WeakMap<RateLimiter, Map<string, number>>();
  const end = ({ tool = '', code, ms, asker }: EndedCall): void => {
    const label = names.has(tool) ? tool : 'unknown';
    const of = entryOf(figures, label, noFigures);
    count(of, code, ms / 1000);
    const own = entryOf(failed, asker.allowance, () => new Map<string, number>());
    const now = performance.now();
    const isAfterHint = now - (own.get(label) ?? -Infinity) < FOLLOWS;
    if (isAfterHint) of.followed += 1;
    if (isAfterHint && code === 'ok') of.worked += 1;
    // A protocol error has no hint.
    if (typeof code === 'string' && code !== 'ok') own.set(label, now);
    else own.delete(label);
  };
  const text = (): Redacted => {
    const info: Labels = { name: redacted(name), version: redacted(version) };
    const labelled = [...figures].map(([tool, of]) => {
      const codes = new Map<string, number>();
      for (const [code, times] of of.codes) codes.set(redacted(code), (codes.get(redacted(code)) ?? 0) + times);
      return [redacted(tool), { ...of, codes }] as const;
    });
    return figuresText(linesOf(labelled, { haft_server_info: [info, 1], ...processFigures() }));
  };
  return { end, text };
}

function noFigures(): Figures {
  return { codes: new Map(), buckets: BUCKETS.map(() => 0), seconds: 0, followed: 0, worked: 0 };
}

function count(of: Figures, outcome: string | number, seconds: number): void {
  const { codes, buckets } = of;
  const code = codes.has(String(outcome)) || codes.size < MAX_CODES ? String(outcome) : 'other';
  codes.set(code, (codes.get(code) ?? 0) + 1);
  for (const [at, most] of BUCKETS.entries()) if (seconds <= most) buckets[at] = (buckets[at] ?? 0) + 1;
  of.seconds += seconds;
}

type Labels = Readonly<Record<string, string>>;

function processFigures(): Partial<Record<Name, number>> {
  const { user, system } = process.cpuUsage();
  return {
    process_start_time_seconds: Math.round(Date.now() / 1000 - process.uptime()),
    process_cpu_seconds_total: (user + system) / 1e6,
    process_resident_memory_bytes: process.memoryUsage.rss(),
  };
}

function linesOf(
  figures: readonly (readonly [tool: string, of: Figures])[],
  others: Readonly<Record<string, number | readonly [Labels, number]>>,
): readonly string[] {
  const tools = figures.toSorted(([a], [b]) => (a < b ? -1 : 1));
  const each = (pick: (of: Figures, tool: string) => readonly string[]): readonly string[] =>
    tools.flatMap(([tool, of]) => pick(of, tool));
  const samples: Readonly<Record<string, readonly string[]>> = {
    haft_calls_total: each(({ codes }, tool) =>
      [...codes].map(([code, count]) => sample('haft_calls_total', { tool, code }, count)),
    ),
    haft_call_duration_seconds: each((of, tool) => histogram('haft_call_duration_seconds', tool, of)),
    haft_hints_followed_total: each(({ followed }, tool) => [sample('haft_hints_followed_total', { tool }, followed)]),
    haft_hints_worked_total: each(({ worked }, tool) => [sample('haft_hints_worked_total', { tool }, worked)]),
  } satisfies Partial<Record<Name, readonly string[]>>;
  return Object.entries(HELP).flatMap(([name, [type, help]]) => {
    const figure = others[name];
    const [labels, value] = typeof figure === 'number' ? [{}, figure] : (figure ?? []);
    const own = value === undefined ? (samples[name] ?? []) : [sample(name, labels ?? {}, value)];
    return own.length > 0 ? [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...own] : [];
  });
}

function histogram(name: string, tool: string, { buckets, codes, seconds }: Figures): readonly string[] {
  const count = [...codes.values()].reduce((sum, one) => sum + one, 0);
  return [
    ...BUCKETS.map((most, at) => sample(`${name}_bucket`, { tool, le: String(most) }, buckets[at] ?? 0)),
    sample(`${name}_bucket`, { tool, le: '+Inf' }, count),
    sample(`${name}_sum`, { tool }, seconds),
    sample(`${name}_count`, { tool }, count),
  ];
}

function sample(name: string, labels: Labels, value: number): string {
  const quoted = Object.entries(labels).map(([label, text]) => `${label}="${escapeLabel(text)}"`);
  return `${name}${quoted.length > 0 ? `{${quoted.join()}}` : ''} ${value}`;
}

/** The format knows three escapes; another one, as JSON has them, would spoil the whole page. */
function escapeLabel(text: string): string {
  return text.replaceAll(/[\\"]/g, '\\$&').replaceAll('\n', '\\n');
}
