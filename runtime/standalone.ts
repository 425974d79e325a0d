/** What generated servers are printed from (scripts/standalone.mjs): `start`, and every optional module. */
export { start } from './server/start.ts';
export * from './modules.ts';
export * from './transport-modules.ts';
