/** What commands of Haft use of the runtime: one call in this process, another MCP server, and the redaction of what they show. */
export { callOnce } from './server/call-once.ts';
export type { OneResult } from './server/call-once.ts';
export { runProgram } from './behaviors/command/process.ts';
export type { ProgramCall, ProgramEnd } from './behaviors/command/process.ts';
export { endAtOnce } from './programs/end.ts';
export { startProgram } from './programs/start.ts';
export { createRedact, redactFor } from './redaction/secret-search.ts';
export { connectUpstreams } from './upstream/connect.ts';
export type { Upstreams } from './upstream/connect.ts';
export { MODERN_VERSIONS } from './protocol/versions.ts';
export { modernEra } from './upstream/era.ts';
export { httpWire } from './upstream/http.ts';
export { openUpstream, pinOf } from './upstream/session.ts';
export { WireError } from './upstream/wire.ts';
