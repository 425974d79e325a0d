/** A folder of specs, checked as `haft check` does it, and the messages as a person without colors sees them. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { checkProject } from '../../compiler/cli/spine.ts';
import { FORMATS } from '../../compiler/report/formats.ts';
import { CONTEXT } from './print-context.ts';
import { openProject } from '../../compiler/edge/project/project.ts';
import { CONFIG_FILE } from '../../compiler/edge/project/root.ts';
import type { Diagnostic, SourceFile } from '../../compiler/base/diagnostic.ts';
import { onlyBroken } from './settings.ts';

/** What was found, and the texts that it points into. */
export interface Findings {
  readonly diagnostics: readonly Diagnostic[];
  readonly texts: readonly SourceFile[];
}

/** Bytes → decode → load → check; nothing is written. */
export async function checkFixture(root: string): Promise<Findings> {
  // Without its own haft.yaml a fixture would be looked up in the folders above it.
  if (existsSync(join(root, CONFIG_FILE))) {
    const opened = openProject({ cwd: root });
    if (!opened.value) return { diagnostics: opened.diagnostics, texts: opened.sources };
    return checkProject({ ...opened.value, settings: onlyBroken() }, { today: '2026-11-20' });
  }
  return checkProject(
    { root, specs: join(root, 'specs'), out: join(root, 'out'), settings: onlyBroken() },
    { today: '2026-11-20' },
  );
}

/** No color, 100 columns, paths relative to the project, without the line that counts them. */
export function printFindings({ diagnostics, texts }: Findings): string {
  const sources = new Map(texts.map((source) => [source.path, source]));
  return FORMATS.text
    .findings({ diagnostics, sources }, { ...CONTEXT, width: 100 })
    .replace(/\n\d+ errors?, \d+ warnings?.*\n$/, '');
}
