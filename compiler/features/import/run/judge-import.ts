/** The profile of an import, and what `haft compile` would reject of it, apart from the errors that the project had before. */
import type { Config } from '../../../check/documents/config.ts';
import { specAt } from '../../../spec/shape/place.ts';
import type { SkillFile } from '../../../check/model.ts';
import type { Settings } from '../../../check/settings.ts';
import { planSpecs } from '../../../plan/plan-specs.ts';
import type { Diagnostic, SourceFile } from '../../../base/diagnostic.ts';
import { recordedUpstreams } from '../../../check/analysis/recorded-upstreams.ts';
import type { ImportRecords } from '../../../check/analysis/imported/import-record.ts';
import { type ImportFault, faultsIn, isError } from '../set-aside.ts';
import { load } from '../../../spec/yaml/load.ts';
import { statsOf } from '../../../edge/project-files/read.ts';
import type { Project } from '../../../edge/project/project.ts';
import { type Sources, readSources } from '../../../edge/project/read-sources.ts';
import { surroundingsOf } from '../../../edge/tasks/surroundings.ts';
import { applyEdits } from '../../../spec/yaml/apply-edits.ts';
import { withLineEnds } from '../../../spec/yaml/edit-place.ts';
import type { SpecDocument } from '../../../spec/yaml/spec.ts';
import { Failure } from '../../../edge/command-line/failure.ts';
import { CONFIG_FILE } from '../../../edge/project/root.ts';

/** A project as it would be after an import. */
export interface ImportedProject {
  readonly specs: readonly SourceFile[];
  readonly files: readonly SkillFile[];
  readonly records: ImportRecords;
  readonly settings: Settings;
}

const NOTHING: Sources = { specs: [], files: [], refused: [], texts: [], diagnostics: [] };

/** Reads the project once; its own errors are looked for only where there are errors afterwards. */
export function judgeOf(project: Project) {
  const sources = statsOf(project.specs) ? readSources(project) : NOTHING;
  const around = surroundingsOf(project, sources);
  let before: ReadonlySet<string> | undefined;
  let earlierErrors = sources.diagnostics.filter(isError).length;
  return {
    sources,
    /** The number of errors that are not those of the import. */
    earlierErrors: () => earlierErrors,
    judge({ specs, files, records, settings }: ImportedProject): readonly ImportFault[] {
      const recorded = recordedUpstreams(records);
      const errors = planSpecs(specs, { ...around, files, settings, recorded }).diagnostics.filter(isError);
      if (errors.length === 0) return [];
      before ??= new Set(planSpecs(sources.specs, around).diagnostics.filter(isError).map(identityOf));
      const identities = before;
      const added = errors.filter((error) => !identities.has(identityOf(error)));
      earlierErrors = sources.diagnostics.filter(isError).length + errors.length - added.length;
      return faultsIn(added, load(specs).value.documents);
    },
  };
}

/** Offsets change with an update of the same file. */
function identityOf({ code, span, about, message }: Diagnostic): string {
  return JSON.stringify([code, span.file, about, message]);
}

/** Undefined where it is set already. `document` is that of the file; undefined where it sets nothing. */
export function withProfile(
  source: SourceFile | undefined,
  document: SpecDocument | undefined,
  folder: string,
): string | undefined {
  const block = `profiles: { ${JSON.stringify(folder)}: mcp }\n`;
  if (!source || !document) {
    const before = source?.text ?? '';
    const added = `${before === '' || before.endsWith('\n') ? '' : '\n'}${block}`;
    return `${before}${withLineEnds(added, before)}`;
  }
  const { profiles } = specAt<Config>(document);
  const profile = profiles?.[folder] ?? profiles?.[`${folder}/`];
  if (profile === 'mcp') return undefined;
  const edit =
    profile !== undefined
      ? undefined
      : document.edit(
          profiles
            ? { kind: 'insert', path: ['profiles'], key: folder, value: 'mcp' }
            : { kind: 'insert', path: [], key: 'profiles', value: { [folder]: 'mcp' } },
        );
  if (edit) return applyEdits(source.text, [edit]);
  throw new Failure(
    `"${CONFIG_FILE}" cannot be edited safely: the folder "${folder}" needs the profile mcp.`,
    `Write \`${block.trim()}\` into it, and run the command again.`,
  );
}
