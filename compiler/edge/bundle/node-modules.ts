/** Resolves modules of Node itself in bundled code. */
import { isBuiltin } from 'node:module';
import type { Plugin } from 'esbuild';

/** The name of the module that imports the author's files. */
export const ENTRY = 'haft-entry';

const NODE = 'haft-node';
const REQUIRED = 'haft-node-required';

/** Whether an input of a bundle is a module that no one wrote. */
export function isVirtual(input: string): boolean {
  return [ENTRY, NODE, REQUIRED].includes(input.split(':', 1)[0] ?? '');
}

/**
 * The code becomes the body of a function, which cannot contain imports: modules of Node are required instead, which
 * also lets a missing one fail where it is caught.
 */
export const statementsOnly: Plugin = {
  name: 'haft',
  setup(build) {
    build.onResolve({ filter: /./ }, ({ path, kind, namespace }) => {
      if (kind !== 'import-statement') return undefined;
      if (/^(?:https?:)?\/\//.test(path))
        return { errors: [{ text: `"${path}" cannot be imported: it is not a file.` }] };
      if (!isBuiltin(path) && !path.startsWith('node:')) return undefined;
      return { path, namespace: namespace === NODE ? REQUIRED : NODE };
    });
    // The import of CommonJS depends on the package.json of the importer, and this module has none.
    build.onLoad({ filter: /./, namespace: NODE }, ({ path }) => {
      const name = JSON.stringify(path);
      return { contents: `export * from ${name}; export { default } from ${name};` };
    });
    build.onLoad({ filter: /./, namespace: REQUIRED }, ({ path }) => {
      return { contents: `module.exports = require(${JSON.stringify(path)});` };
    });
  },
};
