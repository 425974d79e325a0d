/** Traces of calls for a collector: OTLP over HTTP as JSON, where `OTEL_EXPORTER_OTLP_ENDPOINT` names one. */
import { hexOf } from '../language/encoding.ts';
import type { ServerDescriptor } from '../descriptor/descriptor.ts';
import { clip } from '../language/describe.ts';
import { metaOf } from '../protocol/message.ts';
import { VERSION } from '../protocol/versions.ts';
import type { ProcessVariables } from '../server/environment.ts';
import type { Log } from '../server/log.ts';
import type { Redact } from '../redaction/redact.ts';
import type { Redacted } from '../redaction/redacted.ts';
import type { EndedCall, Watch } from './watch-calls.ts';

interface Spans extends Watch {
  /** Sends what waits; never rejects. */
  readonly flush: () => Promise<void>;
}

/** Spans of one request to the collector, and of all that wait: what cannot be sent is dropped. */
const BATCH = 512;

/** Milliseconds: between two requests, and for one of them. */
const EVERY = 5000;
const TIMEOUT = 5000;

/** OTLP, `SpanKind` and `StatusCode`. */
const SERVER = 2;
const ERROR = 2;

/** Undefined where no variable names a collector. Throws where it is no URL. */
export function createSpans(
  { name, version }: Pick<ServerDescriptor, 'name' | 'version'>,
  variables: ProcessVariables,
  redact: Redact,
  log: Log,
): Spans | undefined {
  const url = collectorIn(variables);
  if (url === undefined) return undefined;
  const headers = headersIn(variables['OTEL_EXPORTER_OTLP_HEADERS']);
  const resource = {
    attributes: attributes({ 'service.name': variables['OTEL_SERVICE_NAME'] || name, 'service.version': version }),
  };
  const send = createSender(url, headers, log);
  let waiting: object[] = [];
  let timer: NodeJS.Timeout | undefined;
  const flush = async (): Promise<void> => {
    const spans = waiting;
    waiting = [];
    clearTimeout(timer);
    timer = undefined;
    const scopeSpans = [{ scope: { name: 'haft' }, spans }];
    if (spans.length > 0) await send(redact.json({ resourceSpans: [{ resource, scopeSpans }] }));
  };
  return {
    begin(parent) {
      const [, trace = hex(16), , flags = '01'] = parent?.traceparent.split('-') ?? [];
      return { ...parent, traceparent: `00-${trace}-${hex(8)}-${flags}` };
    },
    end(call) {
      const { traceparent = '' } = call.trace ?? {};
      const isSampled = Number.parseInt(traceparent.slice(-2), 16) % 2 === 1;
      if (!isSampled || waiting.length >= BATCH) return;
      waiting.push(spanOf(call, traceparent));
      timer ??= setTimeout(() => void flush(), EVERY).unref();
      if (waiting.length === BATCH) void flush();
    },
    flush,
  };
}

function collectorIn(variables: ProcessVariables): string | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: base, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own } = variables;
  const url = own || (base && `${base.replace(/\/$/, '')}/v1/traces`);
  if (!url) return undefined;
  if (!URL.canParse(url) || !/^https?:/.test(url))
    throw new Error(`OTEL_EXPORTER_OTLP_ENDPOINT must be a URL, got "${clip(url)}".`);
  return url;
}

/** Never rejects. A failure is logged once until a request succeeds: the collector may be away for days. */
function createSender(url: string, extra: Record<string, string>, log: Log): (body: Redacted) => Promise<void> {
  const headers = { ...extra, 'Content-Type': 'application/json' };
  let isLost = false;
  return async (body) => {
    const signal = AbortSignal.timeout(TIMEOUT);
    const wrong = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'error' }).then(
      async (response) => (await response.body?.cancel(), response.ok ? undefined : `status ${response.status}`),
      () => 'no response',
    );
    if (wrong !== undefined && !isLost) log(`traces: not sent: ${wrong}`, 'warn');
    isLost = wrong !== undefined;
  };
}

function spanOf({ tool = 'unknown', request, code, begin, ms, parent }: EndedCall, traceparent: string): object {
  const [, traceId, spanId] = traceparent.split('-');
  const error = typeof code === 'number' ? String(code) : code === 'ok' ? undefined : 'tool_error';
  const protocol = metaOf(request.params)[VERSION];
  return {
    traceId,
    spanId,
    parentSpanId: parent?.traceparent.split('-')[2],
    name: `tools/call ${tool}`,
    kind: SERVER,
    startTimeUnixNano: nanoseconds(begin),
    endTimeUnixNano: nanoseconds(begin + ms),
    attributes: attributes({
      'mcp.method.name': 'tools/call',
      'gen_ai.tool.name': tool,
      'gen_ai.operation.name': 'execute_tool',
      'jsonrpc.request.id': String(request.id),
      'mcp.protocol.version': typeof protocol === 'string' ? protocol : undefined,
      'network.transport': 'tcp',
      'error.type': error,
      'haft.code': error && String(code),
    }),
    ...(error !== undefined && { status: { code: ERROR } }),
  };
}

/** As text: a double does not hold them. */
function nanoseconds(ms: number): string {
  return `${Math.floor(ms)}${String(Math.floor((ms % 1) * 1e6)).padStart(6, '0')}`;
}

function attributes(values: Readonly<Record<string, string | undefined>>): readonly object[] {
  return Object.entries(values).flatMap(([key, value]) =>
    value === undefined ? [] : { key, value: { stringValue: clip(value) } },
  );
}

/** `name=value,…`, percent-encoded (OpenTelemetry, OTLP exporter). Throws where it is not; the values are secrets. */
function headersIn(text = ''): Record<string, string> {
  const headers = new Headers();
  try {
    for (const pair of text.split(',')) {
      const [name = '', ...value] = pair.trim().split('=');
      if (name !== '') headers.set(name.trim(), decodeURIComponent(value.join('=').trim()));
    }
  } catch {
    throw new Error('OTEL_EXPORTER_OTLP_HEADERS must be name=value pairs, percent-encoded.');
  }
  return Object.fromEntries(headers);
}

function hex(bytes: number): string {
  return hexOf(crypto.getRandomValues(new Uint8Array(bytes)));
}
