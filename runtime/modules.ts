/** The optional modules but transports, from which the compiler prints those that a generated server needs. */
import { askFirst, askUser } from './asking/before-call.ts';
import { createAsking } from './asking/dialog.ts';
import { askHere } from './asking/live.ts';
import { callerHere, noteCaller, redactWithCaller } from './auth/callers.ts';
import { openDoor } from './auth/door.ts';
import { createIntrospection } from './auth/introspection.ts';
import { command } from './behaviors/command/command.ts';
import { outputFile, progressOf } from './behaviors/command/parts.ts';
import { failureCases } from './behaviors/shared/failure-cases.ts';
import { file } from './behaviors/file/file.ts';
import { openMysql } from './behaviors/sql/mysql.ts';
import { openPostgres } from './behaviors/sql/postgres.ts';
import { sql } from './behaviors/sql/sql.ts';
import { openSqlite } from './behaviors/sql/sqlite.ts';
import { handler, warnOfMissing } from './behaviors/handler/handler.ts';
import { folderFiles, programRunner } from './behaviors/handler/members.ts';
import { requestSender } from './behaviors/handler/request.ts';
import { callFound, find, fitFinders } from './behaviors/find/find.ts';
import { http as httpBehavior } from './behaviors/http/http.ts';
import { compileContent, compileForm, compileMultipart, pairsOf } from './behaviors/http/bodies.ts';
import { sendWithin } from './behaviors/http/exchange.ts';
import { compileBytes, readMode } from './behaviors/http/answer.ts';
import { authenticate, tokenSender } from './behaviors/http/auth.ts';
import { compilePaging } from './behaviors/http/paging.ts';
import { compilePoll } from './behaviors/http/poll.ts';
import { proveClient } from './credentials/client-proof.ts';
import { authorityOf } from './credentials/discovery.ts';
import { exchangeGrant } from './credentials/exchange.ts';
import { openLogin } from './credentials/login.ts';
import { endLogins } from './credentials/store.ts';
import { authorizeUpstream } from './credentials/upstream-auth.ts';
import { translate } from './language/translate.ts';
import { mcp } from './behaviors/mcp/mcp.ts';
import { runThrough } from './behaviors/via/via.ts';
import { resultRules } from './behaviors/shared/result-rules.ts';
import { compileReading } from './language/value-reading.ts';
import { coercing } from './server/coerce.ts';
import { limitTool } from './server/tool-limits.ts';
import { requiringOne } from './language/at-least-one.ts';
import { compileImportedWith } from './language/imported.ts';
import { matchPatterns } from './language/match-patterns.ts';
import type { OptionalModules } from './optional-modules.ts';
import { loadBundled } from './server/origins.ts';
import { extendByUpstreams } from './upstream/pass-through/extend.ts';
import { extendByCompletion } from './protocol/completion.ts';
import { joinExtensions } from './protocol/extensions.ts';
import { extendByResources } from './protocol/own-resources.ts';
import { reportProgress } from './protocol/progress.ts';
import { extendByPrompts } from './protocol/prompts.ts';
import { extendBySkills } from './protocol/skills.ts';
import { extendByViews } from './protocol/views.ts';
import { rawSealing } from './server/raw-results.ts';
import { redactFor } from './redaction/secret-search.ts';
import type { StartModules } from './server/start.ts';
import { callerValues } from './server/caller-values.ts';
import { userValues } from './server/user-values.ts';
import { guardStderr } from './server/stdout.ts';
import { logExit } from './transport/shutdown.ts';
import { separateCallers } from './upstream/callers.ts';
import { connectUpstreams } from './upstream/connect.ts';
import { answerQuestion, createPassing } from './upstream/questions.ts';

/** Tools with `http:`. */
export const httpTools = { behaviors: { http: httpBehavior } } satisfies OptionalModules;

/** `auth:` of connections that use access tokens. */
export const httpTokens = { httpParts: { tokens: tokenSender } } satisfies OptionalModules;

/** `login` of `auth:`. */
export const logins = { loginTokens: openLogin, endLogins } satisfies OptionalModules;

/** `private_key` and `workload` of `auth:`. */
export const clientProofs = { proveClient } satisfies OptionalModules;

/** `exchange` of `auth:`. */
export const exchanges = { exchangeGrant } satisfies OptionalModules;

/** `exchange` of `auth:` of upstreams. */
export const upstreamExchanges = { separateCallers } satisfies OptionalModules;

/** `auth:` of upstreams. */
export const upstreamTokens = { authorizeUpstream, discoverTokens: authorityOf } satisfies OptionalModules;

/** Basic credentials of connections, also in their addresses. */
export const httpLogin = { httpParts: { login: authenticate } } satisfies OptionalModules;

/** Bodies of requests. */
export const httpContent = { httpParts: { content: compileContent } } satisfies OptionalModules;

/** `form:`, and lists and objects in a style. */
export const httpForms = { httpParts: { forms: { pairsOf, compileForm } } } satisfies OptionalModules;

/** Responses that are no JSON. */
export const httpModes = { httpParts: { modes: readMode } } satisfies OptionalModules;

/** `multipart:`. */
export const httpMultipart = { httpParts: { multipart: compileMultipart } } satisfies OptionalModules;

/** `response: bytes`. */
export const httpBytes = { httpParts: { bytes: compileBytes } } satisfies OptionalModules;

/** `paging:`. */
export const httpPaging = { httpParts: { paging: compilePaging, sendWithin } } satisfies OptionalModules;

/** `poll:`. */
export const httpPoll = { httpParts: { poll: compilePoll, sendWithin } } satisfies OptionalModules;

/** `result:` with more than pointers. */
export const results = { resultRules } satisfies OptionalModules;

/** `result:` with `as`. */
export const readings = { valueReading: compileReading } satisfies OptionalModules;

/** `translate:` of arguments. */
export const translations = { translate } satisfies OptionalModules;

/** Failures with the author's words: by status or exit code, and told inside a success. */
export const authorsFailures = { failureCases } satisfies OptionalModules;

/** Tools with `command:`. */
export const commandTools = { behaviors: { command } } satisfies OptionalModules;

/** `output_file:` of commands. */
export const programFiles = { commandParts: { outputFile } } satisfies OptionalModules;

/** `progress:` of commands. */
export const programProgress = { commandParts: { progress: progressOf } } satisfies OptionalModules;

/** Tools with `file:`. */
export const fileTools = { behaviors: { file } } satisfies OptionalModules;

/** Tools with `sql:`. */
export const sqlTools = { behaviors: { sql } } satisfies OptionalModules;

/** Databases of PostgreSQL. */
export const postgres = { openPostgres } satisfies OptionalModules;

/** Databases of MySQL and MariaDB. */
export const mysql = { openMysql } satisfies OptionalModules;

/** Databases of SQLite. */
export const sqlite = { openSqlite } satisfies OptionalModules;

/** Servers with `list: search`. */
export const findTools = { behaviors: { find }, callFound, fitFinders } satisfies OptionalModules;

/** Tools with `mcp:`. */
export const mcpTools = { behaviors: { mcp }, connectUpstreams } satisfies OptionalModules;

/** `pass: [elicitation]` of upstreams. */
export const passedQuestions = { createPassing, answerQuestion } satisfies OptionalModules;

/** Deprecated tools with `via`. */
export const viaTools = { via: runThrough } satisfies OptionalModules;

/** `pass` of upstreams. */
export const passing = { extensions: [extendByUpstreams], joinExtensions, connectUpstreams } satisfies OptionalModules;

/** Tools with `handler:`, whose code may end the process. */
export const handlerTools = { behaviors: { handler }, warnOfMissing, logExit } satisfies StartModules;

/** `call.request` of handlers, for servers with connections. */
export const handlerRequests = { handlerParts: { request: requestSender } } satisfies OptionalModules;

/** `call.run` of handlers with `runs`. */
export const handlerPrograms = { handlerParts: { run: programRunner } } satisfies OptionalModules;

/** `call.file` of handlers with `folders`. */
export const handlerFolders = { handlerParts: { file: folderFiles } } satisfies OptionalModules;

/** Bundled handlers, and their stacks. */
export const origins = { loadBundled } satisfies StartModules;

/** Servers that read variables, listen or run handlers: only these may have secrets. */
export const secrets = { redactFor, guardStderr } satisfies StartModules;

/** Progress of calls: of handlers, of other servers, of pages and jobs. */
export const progress = { reportProgress } satisfies OptionalModules;

/** Schemas with `pattern`. */
export const patterns = { matchPatterns } satisfies OptionalModules;

/** Schemas with keywords that only profile `mcp` has. */
export const importedKeywords = { compile: compileImportedWith } satisfies OptionalModules;

/** Servers with `coerce: true`. */
export const coercion = { coercing } satisfies OptionalModules;

/** Tools with `at_least_one:`. */
export const groups = { requiringOne } satisfies OptionalModules;

/** Limits of tools, and of the size of results. */
export const toolLimits = { limitTool } satisfies OptionalModules;

/** Tools with `results: raw`. */
export const rawResults = { rawSealing } satisfies OptionalModules;

/** Servers with `auth`: over HTTP each user has a token. */
export const auth = { openDoor } satisfies StartModules;

/** Templates with `{user.…}`. */
export const users = { userValues } satisfies OptionalModules;

/** `exchange` of `auth:` of connections and upstreams, and templates with `{caller.header.…}`; behind `secrets`, whose search it replaces. */
export const callers = {
  callerValues,
  noteCaller,
  caller: callerHere,
  redactFor: redactWithCaller,
} satisfies StartModules;

/** `introspection` of `auth`. */
export const introspection = { introspect: createIntrospection } satisfies StartModules;

/** Skills over MCP. */
export const skills = { extensions: [extendBySkills], joinExtensions } satisfies OptionalModules;

/** Tools with `view:`. */
export const views = { extensions: [extendByViews], joinExtensions } satisfies OptionalModules;

/** Prompts of its own. */
export const prompts = { extensions: [extendByPrompts], joinExtensions } satisfies OptionalModules;

/** Resources of its own. */
export const resources = { extensions: [extendByResources], joinExtensions } satisfies OptionalModules;

/** What clients suggest for arguments of both. */
export const completion = { extensions: [extendByCompletion], joinExtensions } satisfies OptionalModules;

/** Servers that ask users: `confirm`, `ask`, and handlers with `asks`. */
export const asking = {
  createAsking,
  askFirst,
  handlerParts: { ask: askUser },
  askHere,
} satisfies OptionalModules;
