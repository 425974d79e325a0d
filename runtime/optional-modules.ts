/** Optional modules: a generated server includes them only where its spec uses them. */
import { requireModule } from './language/require-module.ts';
import type { LoadHandlers } from './server/origins.ts';
import type { callFound, fitFinders } from './behaviors/find/find.ts';
import type { warnOfMissing } from './behaviors/handler/handler.ts';
import type { BehaviorModules, BehaviorTable, CallerHere, Handlers } from './behaviors/shared/run.ts';
import type { createAsking } from './asking/dialog.ts';
import type { askHere } from './asking/live.ts';
import type { CallModules } from './server/call.ts';
import type { MatchPatterns } from './language/match-patterns.ts';
import type { CompileSchemaWith } from './language/validate.ts';
import type { RedactFor } from './redaction/redact.ts';
import type { Extend, joinExtensions } from './protocol/extensions.ts';
import type { reportProgress } from './protocol/progress.ts';
import type { UpstreamModules, connectUpstreams } from './upstream/connect.ts';

/** Modules of a server without its transport. Several are combined: of behaviors, parts and extensions each may bring its own. */
export interface OptionalModules extends BehaviorModules, CallModules, UpstreamModules {
  readonly behaviors?: BehaviorTable;
  /** For tools with `mcp:`. */
  readonly connectUpstreams?: typeof connectUpstreams;
  readonly caller?: CallerHere;
  readonly extensions?: readonly Extend[];
  /** Each module with extensions brings it. */
  readonly joinExtensions?: typeof joinExtensions;
  /** For tools with keywords of profile `mcp`; without it those of profile `ext` alone are judged. */
  readonly compile?: CompileSchemaWith;
  /** For schemas with patterns. */
  readonly matchPatterns?: MatchPatterns;
  /** For tools that ask the user. */
  readonly createAsking?: typeof createAsking;
  readonly askHere?: typeof askHere;
  /** For servers with `list: search`. */
  readonly callFound?: typeof callFound;
  readonly fitFinders?: typeof fitFinders;
  /** For servers that may have secrets. */
  readonly redactFor?: RedactFor;
  /** For servers with handlers. */
  readonly warnOfMissing?: typeof warnOfMissing;
  /** For servers whose tools tell progress. */
  readonly reportProgress?: typeof reportProgress;
}

/** Several modules as one. */
export function combine<Modules extends OptionalModules>(modules: readonly Modules[]): Modules {
  const joined = JOINED.map((key) => [key, Object.assign({}, ...modules.map((module) => module[key]))]);
  const extensions = modules.flatMap(({ extensions: own = [] }) => own);
  return Object.assign({}, ...modules, Object.fromEntries(joined), { extensions });
}

const JOINED = ['behaviors', 'httpParts', 'handlerParts', 'commandParts'] as const;

/** The handlers of a server, which have to be loaded where they are bundled. */
export function loadHandlers<Table>(
  handlers: Table | LoadHandlers,
  { loadBundled }: { readonly loadBundled?: (handlers: LoadHandlers) => Promise<Handlers> },
): Table | Promise<Handlers> {
  const isBundled = (given: Table | LoadHandlers): given is LoadHandlers => typeof given === 'function';
  return isBundled(handlers) ? requireModule(loadBundled, 'bundled handlers')(handlers) : handlers;
}
