/** What `haft call` uses of the runtime: one call in this process, and the redaction of what it shows. */
export { redactFor } from './assemble.ts';
export { callOnce } from './call-once.ts';
export type { OneResult } from './call-once.ts';
export { runProgram } from './behaviors/command-process.ts';
export type { ProgramCall, ProgramEnd } from './behaviors/command-process.ts';
export { createRedact } from './redact.ts';
