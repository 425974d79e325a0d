/** Exports all optional modules, from which the compiler prints those that a generated server needs. */
import { command } from './behaviors/command.ts';
import { file } from './behaviors/file.ts';
import { handler } from './behaviors/handler.ts';
import { http as httpBehavior } from './behaviors/http.ts';
import { compileBytes } from './behaviors/http-bytes.ts';
import { compileContent } from './behaviors/http-content.ts';
import { sendWithin } from './behaviors/http-exchange.ts';
import { compileForm, pairsOf } from './behaviors/http-forms.ts';
import { readMode } from './behaviors/http-modes.ts';
import { compileMultipart } from './behaviors/http-multipart.ts';
import { compilePaging } from './behaviors/http-paging.ts';
import { compilePoll } from './behaviors/http-poll.ts';
import { tokenSender } from './behaviors/http-tokens.ts';
import { mcp } from './behaviors/mcp.ts';
import { resultRules } from './behaviors/result-rules.ts';
import { requestSender } from './behaviors/handler-request.ts';
import { coercing } from './coerce.ts';
import { requiringOne } from './language/at-least-one.ts';
import { compileImportedWith } from './language/imported.ts';
import { compilePattern } from './language/pattern/compile.ts';
import type { OptionalModules } from './optional-modules.ts';
import { traceOrigins } from './origins.ts';
import { extendByUpstreams } from './pass-through/extend.ts';
import { joinExtensions } from './protocol/extensions.ts';
import { extendBySkills } from './protocol/skills.ts';
import { rawSealing } from './raw-results.ts';
import type { StartModules } from './start.ts';
import { serveHttp } from './transport/http.ts';
import { connectUpstreams } from './upstream/connect.ts';
import { createStreams } from './transport/sse.ts';

/** Tools with `http:`. */
export const httpTools = { behaviors: { http: httpBehavior } } satisfies OptionalModules;

/** `auth:` of connections that use access tokens. */
export const httpTokens = { httpParts: { tokens: tokenSender } } satisfies OptionalModules;

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

/** Tools with `command:`. */
export const commandTools = { behaviors: { command } } satisfies OptionalModules;

/** Tools with `file:`. */
export const fileTools = { behaviors: { file } } satisfies OptionalModules;

/** Tools with `mcp:`. */
export const mcpTools = { behaviors: { mcp }, connectUpstreams } satisfies OptionalModules;

/** `pass` of upstreams. */
export const passing = { extensions: [extendByUpstreams], joinExtensions, connectUpstreams } satisfies OptionalModules;

/** Tools with `handler:`, and what handlers can ask for. */
export const handlerTools = { behaviors: { handler }, requestSender } satisfies OptionalModules;

/** Stacks of bundled handlers. */
export const origins = { trace: traceOrigins } satisfies StartModules;

/** Schemas with `pattern`. */
export const patterns = { compilePattern } satisfies OptionalModules;

/** Schemas with keywords that only profile `mcp` has. */
export const importedKeywords = { compile: compileImportedWith } satisfies OptionalModules;

/** Servers with `coerce: true`. */
export const coercion = { coercing } satisfies OptionalModules;

/** Tools with `at_least_one:`. */
export const groups = { requiringOne } satisfies OptionalModules;

/** Tools with `results: raw`. */
export const rawResults = { rawSealing } satisfies OptionalModules;

/** Skills over MCP. */
export const skills = { extensions: [extendBySkills], joinExtensions } satisfies OptionalModules;

/** Streamable HTTP. */
export const http = { serveHttp } satisfies StartModules;

/** HTTP+SSE of MCP 2024-11-05; goes with `http`. */
export const sse = { createStreams } satisfies StartModules;
