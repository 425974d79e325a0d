/** `haft import toolbox`: a tool for each statement in a tools.yaml of MCP Toolbox for Databases. */
import { resolve } from 'node:path';
import { pluralize } from '../../../base/text/pluralize.ts';
import { textFlags, texts, toggle } from '../../../edge/command-line/command.ts';
import { Failure } from '../../../edge/command-line/failure.ts';
import { readText } from '../../../edge/project/record-file.ts';
import { slashed } from '../../../edge/project/root.ts';
import { serverName } from '../literal.ts';
import { importToolbox } from '../toolbox/import-toolbox.ts';
import { readToolbox } from '../toolbox/sources.ts';
import { type DoneImport, type ImportJob, type Importer, digestOf, onlyArgument } from './importer.ts';

type ToolboxOptions = { readonly only?: readonly string[] };

export const toolbox: Importer<ToolboxOptions> = {
  summary: 'Import the statements of a tools.yaml of MCP Toolbox for Databases.',
  positional: '<tools.yaml>',
  flags: {
    only: texts('glob', 'Only tools with this name, such as search-*.'),
    list: toggle('Print the tools and what cannot be imported; import nothing.'),
  },
  examples: [
    ['haft import toolbox tools.yaml', 'A server with the databases of its sources, and a tool for each statement.'],
    ["haft import toolbox tools.yaml --only 'search-*' --list", 'What these tools would be.'],
  ],
  selects: 'only',
  first(invocation) {
    const source = onlyArgument(
      invocation,
      '`haft import toolbox` needs one file.',
      'Write it after the command: `haft import toolbox tools.yaml`.',
    );
    const only = textFlags(invocation, 'only');
    const name = invocation.flags['name'];
    return {
      in: ({ root }) => {
        const path = slashed(root, resolve(invocation.cwd, source));
        return {
          source: path,
          name: typeof name === 'string' ? name : defaultName(path),
          options: only.length > 0 ? { only } : {},
        };
      },
      run: invocation.flags['list'] === true ? runList : run,
    };
  },
  again: { isPath: () => true, run },
};

/** `shop/tools.yaml` is of the shop. */
function defaultName(path: string): string {
  const [folder = '', file = ''] = path.split('/').slice(-2).length === 2 ? path.split('/').slice(-2) : ['', path];
  const base = file.replace(/\.ya?ml$/i, '');
  return serverName(base === 'tools' && folder !== '' && folder !== '..' ? folder : base);
}

function run({ name, source, options: { only = [] }, root }: ImportJob<ToolboxOptions>): DoneImport {
  const text = readText(resolve(root, source));
  const entries = readToolbox(text, source);
  if ('problem' in entries)
    throw new Failure(`"${source}" has nothing to import: ${entries.problem}`, 'Name a tools.yaml of MCP Toolbox.');
  const imported = importToolbox(name, entries, { only });
  const [loss] = imported.losses;
  if (imported.documents.length === 0)
    throw new Failure(
      `No tool of "${source}" can be imported.`,
      loss ? `${loss.message} ${loss.hint}` : 'Write tools into it, and run the command again.',
    );
  return { imported, digest: digestOf(text) };
}

async function runList(job: ImportJob<ToolboxOptions>): Promise<{ readonly listed: string }> {
  return { listed: listText(run(job)) };
}

function listText({ imported: { documents, losses } }: DoneImport): string {
  const tools = documents.filter(({ value }) => value['kind'] === 'tool');
  return [
    ...tools.map(({ value }) => `  ${String(value['name'])}  ${String(value['effects'])}  ${value.from}`),
    ...losses.map(({ message }) => `  ${message}`),
    '',
    `${pluralize(tools.length, 'tool')}. Nothing was imported.`,
    '',
  ].join('\n');
}
