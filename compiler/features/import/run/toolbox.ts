/** `haft import toolbox`: a tool for each statement in a tools.yaml of MCP Toolbox for Databases. */
import { resolve } from 'node:path';
import { pluralize } from '../../../base/text/pluralize.ts';
import { textFlag, textFlags, texts, toggle } from '../../../edge/command-line/command.ts';
import { Failure } from '../../../edge/command-line/failure.ts';
import { readText } from '../../../edge/project/record-file.ts';
import { serverName } from '../literal.ts';
import { importToolbox } from '../toolbox/import-toolbox.ts';
import { readToolbox } from '../toolbox/sources.ts';
import { faultsOf, screenImport } from '../set-aside.ts';
import { settingsOf } from '../../../check/settings.ts';
import { withoutEmpty } from '../builders.ts';
import { type DoneImport, type ImportJob, type Importer, digestOf, pathIn, refuseEmpty } from './importer.ts';

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
  argument: 'one file',
  first(invocation, project) {
    const source = pathIn(project, invocation, invocation.positionals[0] ?? '');
    const name = textFlag(invocation, 'name') ?? defaultName(source);
    const options = withoutEmpty({ only: textFlags(invocation, 'only') });
    return { source, name, options, run: invocation.flags['list'] === true ? runList : run };
  },
  again: { isPath: () => true, run },
};

/** `shop/tools.yaml` is of the shop. */
function defaultName(path: string): string {
  const [file = '', folder = ''] = path.split('/').toReversed();
  const base = file.replace(/\.ya?ml$/i, '');
  return serverName(base === 'tools' && folder !== '' && folder !== '..' ? folder : base);
}

function run({ name, source, options: { only }, root }: ImportJob<ToolboxOptions>): DoneImport {
  const text = readText(resolve(root, source));
  const entries = readToolbox(text, source);
  if ('kind' in entries) throw new Failure(entries.message, entries.hint);
  const imported = importToolbox(name, entries, only);
  refuseEmpty(imported, `No tool of "${source}" can be imported.`, 'Write tools into it, and run the command again.');
  return { imported, digest: digestOf(text) };
}

function runList(job: ImportJob<ToolboxOptions>) {
  const settings = settingsOf({ profiles: { specs: 'mcp' } });
  const { documents, losses } = screenImport(run(job).imported, (one) => faultsOf(one, settings)).imported;
  const tools = documents.filter(({ value }) => value['kind'] === 'tool');
  const lines = [
    ...tools.map(({ value }) => `  ${String(value['name'])}  ${String(value['effects'])}  ${value.from}`),
    ...losses.map(({ message }) => `  ${message}`),
  ];
  return { listed: `${lines.join('\n')}\n\n${pluralize(tools.length, 'tool')}. Nothing was imported.\n` };
}
