/** The files that a compile writes: the output folder with the manifest. */
import { join } from 'node:path';
import { compareText } from '../../base/diagnostic.ts';
import { emit } from '../../emit/emit.ts';
import { emittersFor } from '../../emit/outputs.ts';
import type { Plan } from '../../plan/model.ts';
import { carriedOf } from '../tasks/contents.ts';
import { slashed } from '../project/root.ts';
import type { Project } from '../project/project.ts';
import type { Sources } from '../project/read-sources.ts';
import { MANIFEST } from '../write/manifest.ts';

/** Relative to the project, sorted. */
export function outputsOf({ root, out, settings }: Project, plan: Plan, sources: Sources): string[] {
  const files = emit(plan, '.', carriedOf(sources), settings.outputHosts, emittersFor(settings.outputs));
  const all = files.length > 0 ? [...files.map(({ path }) => path), MANIFEST] : [];
  return all.map((path) => slashed(root, join(out, path))).sort(compareText);
}
