/** What generated servers are printed from (scripts/standalone.mjs): `start`, `open` with its adapters, and every optional module. */
export { start } from './server/start.ts';
export { open } from './in-process/open.ts';
export { lambda, worker } from './transport/platforms.ts';
export { commandLine } from './command-line/program.ts';
export { indexTools } from './language/tool-index.ts';
export { formsOnTerminal } from './asking/terminal.ts';
export * from './in-process/adapters.ts';
export * from './modules.ts';
export * from './transport-modules.ts';
