/** Behavior `file`: one file of a folder, as text or as content. */
import { badArgument } from '../../server/call-failures.ts';
import { content } from '../../server/content.ts';
import type { Call } from '../../server/context.ts';
import type { FileBehavior } from '../../descriptor/descriptor.ts';
import { neededVariables } from '../../server/environment.ts';
import { type ToolFailure, failure, isFailure } from '../../server/failure.ts';
import { clip } from '../../language/describe.ts';
import type { JsonObject } from '../../language/json.ts';
import { type TemplateScope, parseTemplate, renderValue, textOf } from '../../language/template.ts';
import { contentBlock, decodeText, mediaTypeOf } from '../shared/read-bytes.ts';
import { type FileRequest, readInside } from './inside.ts';
import type { Redact } from '../../redaction/redact.ts';
import type { BehaviorContext, BehaviorRunner, RunTool } from '../shared/run.ts';

export const file: BehaviorRunner<FileBehavior> = { kind: 'file', needs: neededVariables, run: fileRun };

/** Lines to return, the first of the file being 1. */
interface Range {
  readonly start: number;
  readonly count: number;
}

function fileRun(behavior: FileBehavior, context: BehaviorContext): RunTool {
  const { env } = context;
  return (args, call) => {
    const scope = { ...args, env };
    const path = textOf(behavior.path, scope);
    const range = rangeOf(behavior, scope);
    if (isFailure(range)) return range;
    return readPart(behavior, { folder: textOf(behavior.folder, scope), path, range }, call, context);
  };
}

async function readPart(
  behavior: FileBehavior,
  { folder, path, range }: Pick<FileRequest, 'folder' | 'path'> & { readonly range: Range | undefined },
  call: Call,
  { server, tool, redact }: BehaviorContext,
): Promise<unknown> {
  const bytes = await readFileBytes({ ...behavior, folder, path }, call);
  if (isFailure(bytes)) return bytes;
  if (behavior.format === 'bytes') {
    const mimeType = mediaTypeOf(path);
    const block = contentBlock(bytes, mimeType, `tool://${server.name}/${tool.name}/${encodeURI(path)}`);
    return content([block], { path, media_type: mimeType, bytes: bytes.length });
  }
  // Before lines are cut: half a secret would not be found.
  const text = fileText(bytes, path, redact);
  return isFailure(text) ? text : linesOf(text, range);
}

/** The content of one file below a folder: what `file:` and `call.file` read. */
export async function readFileBytes(
  choice: Omit<FileRequest, 'signal'>,
  { signal, log }: Pick<Call, 'log' | 'signal'>,
): Promise<Uint8Array | ToolFailure> {
  const bytes = await readInside({ ...choice, signal });
  if (isFailure(bytes) && bytes.code === 'folder_missing')
    log(`the folder ${choice.folder} does not exist, or is not an absolute path`);
  return bytes;
}

/** As text without secrets; a failure where it is none. */
export function fileText(bytes: Uint8Array, path: string, redact: Redact): string | ToolFailure {
  const decoded = decodeText(bytes);
  return 'unknown' in decoded || BINARY.test(decoded.text) ? binary(path) : redact.text(decoded.text);
}

/** Control characters that no text has: anything but tabs, line breaks, form feeds, backspaces and escapes. */
const BINARY = /[\u0000-\u0007\u000e-\u001a\u001c-\u001f]/;

function rangeOf({ lines }: FileBehavior, scope: TemplateScope): Range | ToolFailure | undefined {
  if (lines === undefined) return undefined;
  const start = numberOf(lines.start, scope) ?? 1;
  const count = numberOf(lines.count, scope) ?? Infinity;
  if (start < 1) return badArgument(`Line numbers start at 1, got ${start}.`);
  return count < 0 ? badArgument(`The number of lines must be at least 0, got ${count}.`) : { start, count };
}

function numberOf(template: string | undefined, scope: TemplateScope): number | undefined {
  const value = template === undefined ? undefined : renderValue(parseTemplate(template), scope);
  return typeof value === 'number' ? value : undefined;
}

/** A line ends with its break; the last one may have none. */
function linesOf(text: string, range: Range | undefined): JsonObject {
  const { start, count } = range ?? { start: 1, count: Infinity };
  let [line, at, from, to] = [0, 0, text.length, text.length];
  for (const breaks = /\r\n|\r|\n/g; at < text.length;) {
    line += 1;
    if (line === start) from = at;
    if (line === start + count) to = at;
    at = breaks.exec(text) === null ? text.length : breaks.lastIndex;
  }
  const all = { text: text.slice(from, Math.max(from, to)), total_lines: line };
  return range === undefined ? all : { ...all, start, end: Math.max(start - 1, Math.min(line, start + count - 1)) };
}

function binary(path: string): ToolFailure {
  const type = mediaTypeOf(path);
  const what = type === 'application/octet-stream' ? 'a binary file' : `a binary file (${type})`;
  return failure('binary_file', `The file ${clip(path)} is ${what}, not text.`, 'Use another file, or tell the user.');
}
