/** What `haft compile` would reject of an import that is not written yet, apart from what the project had before. */
import type { SkillFile } from '../../check/model.ts';
import type { Settings } from '../../check/settings.ts';
import { compile } from '../../compile.ts';
import type { Diagnostic, SourceFile } from '../../diagnostic.ts';
import { recordedUpstreams } from '../../import/mcp/recorded-tools.ts';
import type { ImportRecords } from '../../import/record.ts';
import { faultsIn } from '../../import/set-aside.ts';
import type { Fault } from '../../import/set-aside.ts';
import { load } from '../../load/load.ts';
import { statsOf } from '../inside/place.ts';
import type { Project } from '../project/project.ts';
import { readSources } from '../project/read-sources.ts';
import type { Sources } from '../project/read-sources.ts';
import { surroundingsOf } from '../tasks/surroundings.ts';

/** A project as it would be after an import. */
export interface Candidate {
  readonly specs: readonly SourceFile[];
  readonly files: readonly SkillFile[];
  readonly records: ImportRecords;
  readonly settings: Settings;
}

export interface ProjectJudge {
  readonly sources: Sources;
  readonly judge: (after: Candidate) => readonly Fault[];
  /** The number of errors that are not those of the import. */
  readonly earlierErrors: () => number;
}

const NOTHING: Sources = { specs: [], files: [], refused: [], texts: [], diagnostics: [] };

/** Reads the project once; its own errors are looked for only where there are errors afterwards. */
export function judgeOf(project: Project): ProjectJudge {
  const sources = statsOf(project.specs) ? readSources(project) : NOTHING;
  const around = surroundingsOf(project, sources);
  let before: ReadonlySet<string> | undefined;
  let earlierErrors = sources.diagnostics.filter(isError).length;
  return {
    sources,
    earlierErrors: () => earlierErrors,
    judge({ specs, files, records, settings }) {
      const recorded = recordedUpstreams(records);
      const errors = compile(specs, { ...around, files, settings, recorded }).diagnostics.filter(isError);
      if (errors.length === 0) return [];
      before ??= new Set(compile(sources.specs, around).diagnostics.filter(isError).map(identityOf));
      const known = before;
      const added = errors.filter((error) => !known.has(identityOf(error)));
      earlierErrors = sources.diagnostics.filter(isError).length + errors.length - added.length;
      return faultsIn(added, load(specs).value.documents);
    },
  };
}

function isError({ severity }: Diagnostic): boolean {
  return severity === 'error';
}

/** Offsets change with an update of the same file. */
function identityOf({ code, span, about, message }: Diagnostic): string {
  return JSON.stringify([code, span.file, about, message]);
}
