/** What tools with `command:` include only where a spec uses it: the file that a program writes, and how far it is. */
import type { CommandStep } from '../../descriptor/descriptor.ts';
import { type TemplateScope, parseTemplate, textOf } from '../../language/template.ts';
import { clip } from '../../language/describe.ts';
import type { Call } from '../../server/context.ts';
import { type ToolFailure, failure, isFailure } from '../../server/failure.ts';
import { type FileRequest, readInside, stampInside, badPath } from '../file/inside.ts';
import type { ProgramCall, ProgramEnd } from './process.ts';

/** Modules of a generated server whose tools have `output_file` or `progress`. */
export interface CommandParts {
  readonly outputFile?: typeof outputFile;
  readonly progress?: typeof progressOf;
}

/** Longer lines tell nothing; it also bounds the work for one. */
const MAX_LINE = 1000;

/** Makes what reads the file of a step for one call, or says what is wrong with its path. */
export function outputFile(
  { output_file: file, max_bytes, stdout }: CommandStep,
  scope: TemplateScope,
  signal: AbortSignal,
): ProgramCall['watchOutput'] | ToolFailure {
  if (file === undefined) return undefined;
  const [folder, path] = [textOf(file.folder, scope), textOf(file.path, scope)];
  const wrong = badPath(path);
  if (wrong) return wrong;
  const request = { folder, path, max_bytes, signal };
  return async () => {
    const before = await stampInside(request);
    return async (end) => {
      const after = await stampInside(request);
      if (after !== undefined && after.text === before?.text) return { kind: 'no_output', failure: notWritten(path) };
      if (stdout !== 'size' || !after) return read(request, end);
      return { ...end, stdout: new TextEncoder().encode(JSON.stringify({ bytes: after.bytes })) };
    };
  };
}

type Ended = Extract<ProgramEnd, { kind: 'ended' }>;

async function read(request: FileRequest, end: Ended): Promise<ProgramEnd> {
  const content = await readInside(request);
  return isFailure(content) ? { kind: 'no_output', failure: content } : { ...end, stdout: content };
}

function notWritten(path: string): ToolFailure {
  return failure('not_written', `The program did not write the file ${clip(path)}.`, 'Tell the user. Do not retry.');
}

/** Reports each line that the pattern of the step finds; a line ends with a line break or a carriage return. */
export function progressOf({ progress }: CommandStep, call: Call): ProgramCall['onOutput'] {
  if (progress === undefined) return undefined;
  const { from = 'stderr', line, total } = progress;
  const pattern = new RegExp(patternOf(line));
  let rest = '';
  return (stream, chunk) => {
    if (stream !== from) return;
    const lines = (rest + new TextDecoder().decode(chunk)).split(/[\r\n]/);
    rest = (lines.pop() ?? '').slice(-MAX_LINE);
    for (const one of lines) {
      const groups = pattern.exec(one.slice(0, MAX_LINE))?.groups;
      if (groups)
        call.progress(Number(groups['done']), groups['total'] === undefined ? total : Number(groups['total']));
    }
  };
}

/** Each variable once, as a number. */
function patternOf(line: string): string {
  return parseTemplate(line)
    .parts.map((part) =>
      typeof part === 'string'
        ? part.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`).replaceAll(/\s+/g, String.raw`\s*`)
        : String.raw`\s*(?<${part.path[0]}>\d+(?:\.\d+)?)`,
    )
    .join('');
}
