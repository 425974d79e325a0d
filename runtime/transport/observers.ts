/** What watches the calls of a server over HTTP: its log, and metrics and traces where variables ask for them. */
import type { Assembled } from '../server/assemble.ts';
import type { ProcessVariables } from '../server/environment.ts';
import { type FindVisitor, createRequestGuard, requireToken } from './http-guard.ts';
import type { FiguresPage } from './http-routes.ts';
import { createMetrics } from './metrics.ts';
import { createSpans } from './spans.ts';
import { type Watch, logCalls } from './watch-calls.ts';

interface Observers {
  readonly watches: readonly Watch[];
  /** For `/metrics`. */
  readonly figures: FiguresPage | undefined;
  /** Sends what waits; never rejects. */
  readonly flush: () => Promise<void>;
}

/** `find` knows the tokens of the server's own. Throws for an invalid variable, and where anyone could read the figures. */
export function createObservers(
  { server, redact, log }: Assembled,
  variables: ProcessVariables,
  { find, local }: { readonly find: FindVisitor | undefined; readonly local: boolean },
): Observers {
  const hasMetrics = !/^(?:0|false)?$/i.test(variables['HAFT_METRICS'] ?? '');
  if (hasMetrics && !local && find === undefined)
    throw new Error('HAFT_METRICS requires HAFT_TOKEN, HAFT_TOKEN_FILE or HAFT_TOKENS_FILE.');
  const metrics = hasMetrics ? createMetrics(server, redact) : undefined;
  const spans = createSpans(server, variables, redact, log);
  const guard = createRequestGuard({ enter: find && requireToken(find), local });
  return {
    watches: [logCalls(log), metrics ?? [], spans ?? []].flat(),
    figures: metrics && { guard, read: () => ({ status: 200, text: metrics.text(), headers: TEXT }) },
    flush: async () => spans?.flush(),
  };
}

const TEXT = { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' };
