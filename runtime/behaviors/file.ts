/** Behavior `file`: one file of a folder, as text or as content. */
import { cancelled } from '../call-failures.ts';
import { content } from '../content.ts';
import type { Call } from '../context.ts';
import type { FileBehavior } from '../descriptor.ts';
import { missingVariable, neededVariables } from '../environment.ts';
import type { ToolFailure } from '../failure.ts';
import { authoredFailure, failure, isFailure } from '../failure.ts';
import { clip } from '../language/describe.ts';
import type { JsonObject } from '../language/json.ts';
import type { Scope } from '../language/template.ts';
import { parseTemplate, renderText, renderValue } from '../language/template.ts';
import { decodeText } from './decode-text.ts';
import type { NotRead } from './file-inside.ts';
import { pathProblem, readInside } from './file-inside.ts';
import type { BehaviorContext, BehaviorRunner, Run } from './run.ts';
import { ownDeadline } from './run.ts';

export const file: BehaviorRunner<FileBehavior> = {
  kind: 'file',
  run: fileRun,
  deadline: (_behavior, context) => ownDeadline(context),
};

/** Lines to return, the first of the file being 1. */
interface Range {
  readonly start: number;
  readonly count: number;
}

function fileRun(behavior: FileBehavior, context: BehaviorContext): Run {
  const { server, env } = context;
  const needed = neededVariables([behavior.folder, behavior.path]);
  return (args, call) => {
    const scope = { ...args, env };
    const missing = missingVariable(needed, server.env, env);
    if (missing !== undefined) return missing;
    const path = textOf(behavior.path, scope);
    const problem = pathProblem(path, process.platform);
    if (problem !== undefined) return invalid(`The path ${clip(path)} ${problem}.`);
    const range = rangeOf(behavior, scope);
    return isFailure(range)
      ? range
      : read(behavior, { folder: textOf(behavior.folder, scope), path, range }, call, context);
  };
}

interface Wanted {
  readonly folder: string;
  readonly path: string;
  readonly range: Range | undefined;
}

async function read(
  behavior: FileBehavior,
  { folder, path, range }: Wanted,
  call: Call,
  { server, tool, redact }: BehaviorContext,
): Promise<unknown> {
  const { format, max_bytes: maxBytes } = behavior;
  const end = await readInside({ folder, path, maxBytes, signal: call.signal });
  if ('notRead' in end) {
    if (end.notRead === 'no_folder') call.log(`the folder ${folder} does not exist, or is not an absolute path`);
    return notRead(end.notRead, path, behavior);
  }
  if (format === 'bytes') return asContent(end.bytes, path, `tool://${server.name}/${tool.name}/${encodeURI(path)}`);
  const decoded = decodeText(end.bytes);
  if ('unknown' in decoded || BINARY.test(decoded.text)) return binary(path);
  // Before lines are cut: half a secret would not be found.
  return linesOf(redact.text(decoded.text), range);
}

/** Control characters that no text has: anything but tabs, line breaks, form feeds, backspaces and escapes. */
const BINARY = /[\u0000-\u0007\u000e-\u001a\u001c-\u001f]/;

function textOf(template: string, scope: Scope): string {
  const rendered = renderText(parseTemplate(template), scope);
  return 'text' in rendered ? rendered.text : '';
}

function rangeOf({ lines }: FileBehavior, scope: Scope): Range | ToolFailure | undefined {
  if (lines === undefined) return undefined;
  const start = numberOf(lines.start, scope) ?? 1;
  const count = numberOf(lines.count, scope) ?? Infinity;
  if (start < 1) return invalid(`Line numbers start at 1, got ${start}.`);
  return count < 0 ? invalid(`The number of lines must be at least 0, got ${count}.`) : { start, count };
}

function numberOf(template: string | undefined, scope: Scope): number | undefined {
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

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  pdf: 'application/pdf',
  json: 'application/json',
  zip: 'application/zip',
  txt: 'text/plain',
  md: 'text/markdown',
  csv: 'text/csv',
  html: 'text/html',
};

/** By the extension. */
function mediaTypeOf(path: string): string {
  const [, extension = ''] = /\.([A-Za-z0-9]+)$/.exec(path) ?? [];
  const name = extension.toLowerCase();
  return Object.hasOwn(MEDIA_TYPES, name) ? (MEDIA_TYPES[name] ?? '') : 'application/octet-stream';
}

/** MCP, server/tools: image and audio content, an embedded resource for everything else. */
function asContent(bytes: Uint8Array, path: string, uri: string): unknown {
  const mimeType = mediaTypeOf(path);
  const data = Buffer.from(bytes).toString('base64');
  const [kind = ''] = mimeType.split('/');
  const block =
    kind === 'image' || kind === 'audio'
      ? { type: kind, data, mimeType }
      : { type: 'resource', resource: { uri, mimeType, blob: data } };
  return content([block], { path, media_type: mimeType, bytes: bytes.length });
}

function notRead(why: NotRead, path: string, { max_bytes, not_found }: FileBehavior): ToolFailure {
  const named = `The file ${clip(path)}`;
  switch (why) {
    case 'aborted':
      return cancelled();
    case 'not_found':
      if (not_found !== undefined) return authoredFailure(not_found, 'not_found');
      return failure('not_found', `${named} does not exist.`, 'Check the path and call the tool again.');
    case 'no_folder':
      return failure('folder_missing', 'The folder of this tool cannot be opened.', TELL_USER);
    case 'outside':
      return failure(
        'outside_folder',
        `${named} is not in the folder of this tool.`,
        'Use another path. Do not retry.',
      );
    case 'not_a_file':
      return failure('not_a_file', `The path ${clip(path)} is not a file.`, 'Use the path of a file.');
    case 'too_large':
      return failure(
        'too_large',
        `${named} is larger than ${max_bytes} bytes.`,
        'Use a smaller file, or tell the user.',
      );
    default:
      return failure('not_readable', `${named} cannot be read.`, 'Tell the user that the server may not read it.');
  }
}

const TELL_USER = 'Tell the user to check the folder that this server is set up with. Do not retry before that.';

function binary(path: string): ToolFailure {
  const type = mediaTypeOf(path);
  const what = type === 'application/octet-stream' ? 'a binary file' : `a binary file (${type})`;
  return failure('binary_file', `The file ${clip(path)} is ${what}, not text.`, 'Use another file, or tell the user.');
}

function invalid(error: string): ToolFailure {
  return failure('invalid_arguments', error, 'Fix the arguments and call the tool again.');
}
