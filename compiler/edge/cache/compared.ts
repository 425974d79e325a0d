/** The report of a comparison with the contract that was made before, by everything that it follows from (ADR 74). */
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ChangeReport } from '../../report/changes/report.ts';
import { codeReader } from '../handlers/read-code.ts';
import { APPROVALS, RECORDS, RECORDED } from '../project/recorded.ts';
import type { Project } from '../project/project.ts';
import { type Sources, readSources } from '../project/read-sources.ts';
import { CONFIG_FILE, slashed } from '../project/root.ts';
import { keyOfAll, recall, remember, sumOf, readIfThere } from './state.ts';
import { attempt } from '../command-line/failure.ts';

const NAME = 'compared.json';

interface Remembered {
  readonly report: ChangeReport;
  /** Code of handlers, by its path below the project: the checksum of its text, or null if there was no file. */
  readonly code: Readonly<Record<string, string | null>>;
}

/** The inputs of a comparison, and its report where the same inputs were compared before. */
export function rememberedComparison(project: Project, today: string) {
  const codeAt = codeReader(project);
  const sources = readSources(project);
  const key = keyOfAll(partsOf(project, sources, today));
  const memo = recall(project.root, NAME, key) as Remembered | undefined;
  const isSame = ([path, sum]: readonly [string, string | null]): boolean => sumOfCode(codeAt(path)) === sum;
  const code: Record<string, string | null> = {};
  return {
    sources,
    ...(memo && Object.entries(memo.code).every(isSame) && { report: memo.report }),
    /** Reads the code of handlers, on which a report depends as well. */
    read(path: string): string | undefined {
      const text = codeAt(path);
      code[path] = sumOfCode(text);
      return text;
    },
    keep: (report: ChangeReport): void => remember(project.root, NAME, key, { report, code } satisfies Remembered),
  };
}

function sumOfCode(text: string | undefined): string | null {
  return text === undefined ? null : sumOf([text]);
}

function* partsOf({ root, specs }: Project, sources: Sources, today: string): Generator<string | Uint8Array> {
  yield* [root, slashed(root, specs), today];
  for (const { path, text } of sources.texts) yield* [path, text];
  for (const { path, bytes, executable } of sources.files) yield* [path, bytes, String(executable)];
  for (const list of [sources.refused, sources.diagnostics, sources.fileFindings ?? []]) yield JSON.stringify(list);
  for (const name of [CONFIG_FILE, ...RECORDED, RECORDS, APPROVALS]) yield* [name, readIfThere(join(root, name))];
  for (const path of recordingPathsOf(root, sources)) yield* [path, readIfThere(path)];
}

/** Recorded calls are in a folder beside the spec of their server. */
function recordingPathsOf(root: string, { texts }: Sources): readonly string[] {
  const folders = new Set(texts.map(({ path }) => join(root, dirname(path), 'recordings')));
  const namesIn = (folder: string): string[] => attempt(() => readdirSync(folder).toSorted()) ?? [];
  return [...folders].flatMap((folder) => namesIn(folder).map((name) => join(folder, name)));
}
