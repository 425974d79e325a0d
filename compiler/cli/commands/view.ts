/** `haft view`: the view of a tool with a result from a file, on a page of this machine. */
import { thrownMessage, type JsonObject } from '@haft/runtime/language';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Command, type ExitCode, SPECS, text } from '../../edge/command-line/command.ts';
import { Failure } from '../../edge/command-line/failure.ts';
import { TODAY } from '../../edge/project/today.ts';
import { readJsonMap } from '../../plan/read-json.ts';
import { PORT, runTry } from './try.ts';

export const viewCommand: Command = {
  name: 'view',
  summary: 'Look at the view of a tool with a result from a file, on a local page.',
  positional: '<tool>',
  flags: {
    specs: SPECS,
    today: TODAY,
    port: PORT,
    with: text('file', 'The result as JSON: of a call, or the data alone.'),
  },
  examples: [
    ['haft view find_books --with result.json', 'Print the address of the page; it works until Ctrl+C.'],
    ['haft call find_books --arg query=sea > result.json', 'Make such a file from a call.'],
  ],
  async run(invocation): Promise<ExitCode> {
    const { cwd, positionals, flags } = invocation;
    const [tool] = positionals;
    const file = flags['with'];
    if (tool === undefined || typeof file !== 'string')
      throw new Failure('`haft view` needs a tool and a result.', 'Run `haft view <tool> --with result.json`.');
    return runTry(invocation, tool, resultIn(file, cwd));
  },
};

/** As a tool returns it, whichever part of that the file has. */
function resultIn(file: string, cwd: string): JsonObject {
  const value = readJsonMap(textOf(file, cwd));
  if (value === undefined)
    throw new Failure(`"${file}" is no JSON object.`, 'Give the result of a call, or the data alone.');
  const isResult =
    'structuredContent' in value || Array.isArray(value['content']) || typeof value['success'] === 'boolean';
  return isResult ? value : { success: true, data: value };
}

function textOf(file: string, cwd: string): string {
  try {
    return readFileSync(resolve(cwd, file), 'utf8');
  } catch (error) {
    throw new Failure(`"${file}" cannot be read: ${thrownMessage(error)}`, 'Name a file with the JSON of a result.');
  }
}
