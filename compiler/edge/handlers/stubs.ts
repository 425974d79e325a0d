/** Text of the stubs for missing handlers, which is appended to the author's file. */
import type { HandlerUse } from '../../check/handlers.ts';

interface StubTarget {
  /** Absent parts of a file that does not exist yet. */
  readonly exists: boolean;
  readonly text: string;
  /** From the handler file to the generated `tools.ts`, such as `../../generated/servers/x/tools.ts`. */
  readonly types: string;
  /** The name under which the file already imports `Handlers`. */
  readonly handlersName: string | undefined;
}

export function stubText(uses: readonly HandlerUse[], target: StubTarget): string {
  const head = target.exists ? '' : `import type { Handlers } from '${target.types}';\n`;
  const name = target.exists ? (target.handlersName ?? `import('${target.types}').Handlers`) : 'Handlers';
  const gap = target.text === '' || target.text.endsWith('\n') ? '' : '\n';
  return gap + head + uses.map((use) => stub(use, name)).join('');
}

function stub({ tool, name }: HandlerUse, handlers: string): string {
  return `
/** Handler of the tool \`${tool.spec.name}\`. */
export const ${name}: ${handlers}['${name}'] = async (_args, call) => {
  return call.fail('The tool "${tool.spec.name}" is not implemented yet.', 'Tell the user that this tool cannot be used yet.');
};
`;
}
