/** Optional modules: a generated server includes them only where its spec uses them. */
import { requireModule } from './language/require-module.ts';
import type { LoadHandlers } from './server/origins.ts';
import type { fitFinders } from './behaviors/find/fit-finders.ts';
import type { callFound } from './behaviors/find/find.ts';
import type { FailureCases } from './behaviors/shared/failure-cases.ts';
import type { DatabaseModules } from './behaviors/sql/database.ts';
import type { CommandParts } from './behaviors/command/parts.ts';
import type { HttpParts } from './behaviors/http/parts.ts';
import type { CredentialModules } from './credentials/token-source.ts';
import type { ResultModules } from './behaviors/shared/result.ts';
import type { warnOfMissing } from './behaviors/handler/handler.ts';
import type {
  BehaviorTable,
  CallerHere,
  CallerValues,
  HandlerParts,
  Handlers,
  UserValues,
} from './behaviors/shared/run.ts';
import type { Translate } from './language/translate.ts';
import type { createAsking } from './asking/dialog.ts';
import type { askHere } from './asking/live.ts';
import type { CallContext } from './server/call.ts';
import type { MatchPatterns } from './language/match-patterns.ts';
import type { CompileSchemaWith } from './language/validate.ts';
import type { RedactFor } from './redaction/redact.ts';
import type { Extend, JoinExtensions } from './protocol/extensions.ts';
import type { reportProgress } from './protocol/progress.ts';
import type { AuthorizeUpstream, ConnectUpstreams, SeparateCallers } from './upstream/connect.ts';
import type { CreatePassing } from './upstream/questions.ts';
import type { OnRequest } from './upstream/rpc.ts';

/** Modules of a server without its transport. Several are combined: of behaviors, parts and extensions each may bring its own. */
export interface OptionalModules extends DatabaseModules, CredentialModules {
  readonly behaviors?: BehaviorTable;
  readonly httpParts?: HttpParts;
  readonly handlerParts?: HandlerParts;
  readonly commandParts?: CommandParts;
  /** For `auth:` of upstreams. */
  readonly authorizeUpstream?: AuthorizeUpstream;
  /** For tools with `mcp:`. */
  readonly connectUpstreams?: ConnectUpstreams;
  /** For result tables with more than pointers. */
  readonly resultRules?: NonNullable<ResultModules['resultRules']>;
  /** For result tables with `as`. */
  readonly valueReading?: NonNullable<ResultModules['valueReading']>;
  readonly failureCases?: FailureCases;
  /** For templates that name the user of a call. */
  readonly userValues?: UserValues;
  /** For servers that send on headers of their callers, or exchange their tokens. */
  readonly callerValues?: CallerValues;
  readonly caller?: CallerHere;
  /** For upstreams with `exchange` of `auth:`. */
  readonly separateCallers?: SeparateCallers;
  readonly translate?: Translate;
  readonly extensions?: readonly Extend[];
  /** Each module with extensions brings it. */
  readonly joinExtensions?: JoinExtensions;
  /** For tools with keywords of profile `mcp`; without it those of profile `ext` alone are judged. */
  readonly compile?: CompileSchemaWith;
  /** For schemas with patterns. */
  readonly matchPatterns?: MatchPatterns;
  /** For servers with `coerce: true`. */
  readonly coercing?: CallContext['coercing'];
  /** For tools with `at_least_one:`. */
  readonly requiringOne?: CallContext['requiringOne'];
  /** For tools with `results: raw`. */
  readonly rawSealing?: CallContext['rawSealing'];
  /** For tools that ask the user. */
  readonly askFirst?: CallContext['askFirst'];
  readonly createAsking?: typeof createAsking;
  readonly askHere?: typeof askHere;
  readonly createPassing?: CreatePassing;
  readonly answerQuestion?: OnRequest;
  /** For deprecated tools with `via`. */
  readonly via?: CallContext['via'];
  /** For limits of tools, and of the size of results. */
  readonly limitTool?: CallContext['limitTool'];
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
  const joined = (key: 'behaviors' | 'httpParts' | 'handlerParts' | 'commandParts'): object =>
    Object.assign({}, ...modules.map((module) => module[key]));
  return Object.assign({}, ...modules, {
    behaviors: joined('behaviors'),
    httpParts: joined('httpParts'),
    handlerParts: joined('handlerParts'),
    commandParts: joined('commandParts'),
    extensions: modules.flatMap(({ extensions = [] }) => extensions),
  });
}

/** The handlers of a server, which have to be loaded where they are bundled. */
export function loadHandlers<Table>(
  handlers: Table | LoadHandlers,
  { loadBundled }: { readonly loadBundled?: (handlers: LoadHandlers) => Promise<Handlers> },
): Table | Promise<Handlers> {
  const isBundled = (given: Table | LoadHandlers): given is LoadHandlers => typeof given === 'function';
  return isBundled(handlers) ? requireModule(loadBundled, 'bundled handlers')(handlers) : handlers;
}
