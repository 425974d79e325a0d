/** After a compile without findings, records the stamps by which the next compile can skip all work, and the sums of what was printed. */
import { summarizePlan } from '../../base/text/pluralize.ts';
import {
  type BuildCache,
  type CacheKey,
  forgetState,
  keyOf,
  writeState,
  keyOfAll,
  recall,
  remember,
  sumOf,
} from './state.ts';
import { unlessFailed } from '../command-line/failure.ts';
import type { CheckedProject } from '../passes/run-passes.ts';
import type { Project } from '../project/project.ts';
import { CONFIG_FILE, slashed } from '../project/root.ts';
import { stampOf } from '../project/stamp.ts';
import { type FileContent, hashOf, setHash } from '../write/decide.ts';
import { MANIFEST, sha256 } from '../write/manifest.ts';
import type { WriteReport } from '../write/write.ts';
import type { Plan, ServerPlan } from '../../plan/model.ts';
import { mapOf, readValue, text } from '../../spec/shape/form.ts';
import { dirname, join } from 'node:path';
import { RECORDED } from '../project/recorded.ts';
import { listFolders } from '../project/read-sources.ts';

interface Compile {
  readonly project: Project;
  readonly checked: CheckedProject;
  readonly report: WriteReport;
  /** Absolute paths of handler files and what they import. */
  readonly imported: readonly string[];
  /** Start of the reading, in milliseconds of the clock. */
  readonly since: number;
}

/** Records it, or forgets the compile before, which is not the last one any more. */
export function rememberCompile(key: CacheKey, compile: Compile): void {
  const state = stateOf(key, compile);
  if (state) writeState(key.root, state);
  else forgetState(key.root);
}

/** Only of a result that one line can repeat: no findings, no conflicts, nothing added. */
function stateOf(key: CacheKey, compile: Compile): BuildCache | undefined {
  const { project, checked, report } = compile;
  const { compiled, diagnostics, added, hiddenCount } = checked;
  if (!compiled || diagnostics.length > 0 || added.length > 0 || hiddenCount > 0 || report.conflicts.length > 0)
    return undefined;
  const files = [...report.created, ...report.changed, ...report.unchanged];
  if (files.length === 0) return undefined;
  // A file that cannot be read only costs the next compile its time.
  const inputs = unlessFailed(() => inputsOf(compile));
  if (!inputs) return undefined;
  const outputs = [MANIFEST, ...files].map((path) => join(project.out, path));
  return {
    key: keyOf(key),
    // Only this process has written these files, and it has finished.
    stamps: { ...inputs.stamps, ...Object.fromEntries(outputs.map((path) => [path, stampOf(path)?.text ?? null])) },
    hashes: inputs.hashes,
    there: summarizePlan(compiled.plan),
    out: project.out,
    files: files.sort(),
  };
}

interface Inputs {
  readonly stamps: Record<string, string | null>;
  readonly hashes: Record<string, string>;
}

/** Undefined if a file changed while it was being read. */
function inputsOf({ project, checked, imported, since }: Compile): Inputs | undefined {
  const { root } = project;
  const { sources } = checked;
  const read = new Map<string, Uint8Array | undefined>([
    ...sources.specs.map(({ path, text }) => [join(root, path), Buffer.from(text)] as const),
    ...sources.files.map(({ path, bytes }) => [join(root, path), bytes] as const),
    ...[CONFIG_FILE, ...RECORDED].map((name) => [join(root, name), undefined] as const),
    ...imported.map((path) => [path, undefined] as const),
  ]);
  const inputs: Inputs = { stamps: {}, hashes: {} };
  for (const path of [...listFolders(project), ...imported.map((module) => dirname(module))]) {
    const stamp = stampOf(path, since);
    // A folder that has just changed may have files that were not listed.
    if (!stamp?.settled) return undefined;
    inputs.stamps[path] = stamp.text;
  }
  for (const [path, bytes] of read) {
    const stamp = stampOf(path, since);
    if (!stamp || stamp.settled) inputs.stamps[path] = stamp?.text ?? null;
    else if (bytes) inputs.hashes[path] = sha256(bytes);
    else return undefined;
  }
  return inputs;
}

const NAME = 'outputs.json';

/** By path. */
type Sums = Readonly<Record<string, string>>;

/** Gives contents the sums that are known; `save` records those of this run. */
export function knownOutputs(
  { root, out, settings }: Project,
  { servers }: Plan,
  contents: readonly FileContent[],
): { save: () => void } {
  const { outputs, outputHosts } = settings;
  const key = keyOfAll([root, slashed(out, root), JSON.stringify([outputs, outputHosts.map(({ id }) => id)])]);
  const recalled = readValue(recall(root, NAME, key), mapOf(mapOf(text)));
  const before = 'read' in recalled ? recalled.read : {};
  const printed = servers.filter(isPlanAlone).map((server) => ({
    sum: sumOf([JSON.stringify(server)]),
    files: contents.filter(
      ({ path, source }) => source === server.source && path.startsWith(`servers/${server.name}/`),
    ),
  }));
  for (const { sum, files } of printed)
    for (const file of files) {
      const hash = before[sum]?.[file.path];
      if (hash !== undefined) setHash(file, hash);
    }
  const now = (): Record<string, Sums> =>
    Object.fromEntries(
      printed.map(({ sum, files }) => [sum, Object.fromEntries(files.map((file) => [file.path, hashOf(file)]))]),
    );
  return {
    save() {
      if (printed.some(({ sum }) => before[sum] === undefined)) remember(root, NAME, key, now());
    },
  };
}

/** Files of skills and the code of handlers are in no Plan. */
function isPlanAlone({ skills, tools }: ServerPlan): boolean {
  return skills === undefined && tools.every(({ handlerFile }) => handlerFile === undefined);
}
