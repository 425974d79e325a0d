/** Recordings on disk: `recordings/<tool>.json` in the folder of the spec of the server, or `<server>.<tool>.json`. */
import { readdirSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { type Diagnostic, type SourceFile, WHOLE_FILE } from '../../../base/diagnostic.ts';
import { memoizeText } from '../../../base/memo.ts';
import type { Project } from '../../../edge/project/project.ts';
import { readRegular, bordersOf, statsOf } from '../../../edge/project-files/read.ts';
import type { Plan } from '../../../plan/model.ts';
import { type PlannedTool, allTools } from '../../../plan/named-tools.ts';
import { MAX_FILE_BYTES, decode } from '../../../spec/yaml/decode.ts';
import { load } from '../../../spec/yaml/load.ts';
import type { SpecDocument } from '../../../spec/yaml/spec.ts';
import { readRecording, type Recording, type RecordingProblem } from '../recording.ts';

/** A file of recordings as it was read: with a recording, or with findings. */
export interface RecordingFile {
  /** Relative to the project. */
  readonly path: string;
  readonly sources: readonly SourceFile[];
  readonly diagnostics: readonly Diagnostic[];
  readonly document?: SpecDocument;
  readonly recording?: Recording;
}

/** By `server/tool`. */
export function toolOf({ servers }: Plan, name: string): PlannedTool | undefined {
  return allTools({ servers }).find(({ server, tool }) => `${server.name}/${tool.name}` === name);
}

/** What of a tool the files of its recordings are named after. */
interface RecordedTool {
  readonly server: Pick<PlannedTool['server'], 'name' | 'source'>;
  readonly tool: Pick<PlannedTool['tool'], 'name'>;
}

/** Relative to the project; the second where a server of the same folder has the first for a tool of this name. */
export function recordingPaths({ server, tool }: RecordedTool): readonly [string, string] {
  const folder = folderOf(server.source);
  return [posix.join(folder, `${tool.name}.json`), posix.join(folder, `${server.name}.${tool.name}.json`)];
}

const folderOf = memoizeText((source): string => posix.join(dirname(source), 'recordings'));

/** Those that exist and are of this tool. */
export function recordingFilesOf(project: Project, of: RecordedTool): readonly string[] {
  const existing = recordingPaths(of).filter((path) => statsOf(join(project.root, path))?.isFile());
  return existing.filter(
    (path) => readRecordingFile(project, path).recording?.tool === `${of.server.name}/${of.tool.name}`,
  );
}

/** All of a project, by path. */
export function recordingFiles({ root }: Project, { servers }: Plan): readonly string[] {
  const folders = [...new Set(servers.map(({ source }) => folderOf(source)))].toSorted();
  return folders.flatMap((folder) => {
    const path = join(root, folder);
    if (!statsOf(path)?.isDirectory()) return [];
    const names = readdirSync(path).filter((name) => name.endsWith('.json'));
    return names.toSorted().map((name) => posix.join(folder, name));
  });
}

/** JSON is YAML, so that a finding has its place. */
export function readRecordingFile({ root }: Project, path: string): RecordingFile {
  const bytes = readRegular(join(root, path), { borders: bordersOf({ root }), most: MAX_FILE_BYTES });
  const decoded = decode(path, bytes);
  const sources = decoded.value ? [decoded.value] : [];
  if (decoded.diagnostics.length > 0) return { path, sources, diagnostics: decoded.diagnostics };
  const loaded = load(sources);
  const [document] = loaded.value.documents;
  if (loaded.diagnostics.length > 0 || !document) return { path, sources, diagnostics: loaded.diagnostics };
  const read = readRecording(document.value);
  if ('recording' in read) return { path, sources, diagnostics: [], document, recording: read.recording };
  return { path, sources, diagnostics: [unreadable(path, document, read)] };
}

function unreadable(path: string, document: SpecDocument, { problem, hint, path: at }: RecordingProblem): Diagnostic {
  return {
    code: 'recording/readable',
    severity: 'error',
    message: `The recording "${path}" cannot be read: ${problem}.`,
    hint: hint ?? 'Restore the file from version control, or delete it and record the call again.',
    span: document.at(at),
    about: WHOLE_FILE,
  };
}
