/** How modules of Node's own get into bundled code. */
import { isBuiltin } from 'node:module';
import type { Plugin } from 'esbuild';

/** The name of the module that imports the author's files. */
export const ENTRY = 'haft-entry';

const NODE = 'haft-node';

/** Whether an input of a bundle is a module that nobody wrote. */
export function isVirtual(input: string): boolean {
  return input === ENTRY || input.startsWith(`${NODE}:`);
}

/**
 * The code becomes the body of a function, where no import can stand: modules of Node's own are required instead, which
 * also lets a missing one fail where it is caught.
 */
export const statementsOnly: Plugin = {
  name: 'haft',
  setup(build) {
    build.onResolve({ filter: /./ }, ({ path, kind }) => {
      if (kind !== 'import-statement') return undefined;
      if (/^(?:https?:)?\/\//.test(path))
        return { errors: [{ text: `"${path}" cannot be imported: it is not a file.` }] };
      return isBuiltin(path) || path.startsWith('node:') ? { path, namespace: NODE } : undefined;
    });
    build.onLoad({ filter: /./, namespace: NODE }, ({ path }) => {
      return { contents: `module.exports = require(${JSON.stringify(path)});` };
    });
  },
};
