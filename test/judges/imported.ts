/** Documents of an import as a compiled server. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { settingsOf } from '../../compiler/check/settings.ts';
import { planSpecs } from '../../compiler/plan/plan-specs.ts';
import type { Diagnostic } from '../../compiler/base/diagnostic.ts';
import { emit } from '../../compiler/emit/emit.ts';
import type { ImportedDocument } from '../../compiler/features/import/imported.ts';
import type { Plan } from '../../compiler/plan/model.ts';
import { temporaryFolder } from '../support/folder.ts';

export const SETTINGS = settingsOf({ profiles: { 'specs/x': 'mcp' } });

export interface PlannedSpecs {
  readonly errors: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
  readonly plan: Plan | undefined;
}

/** As JSON, which is YAML: what the printer makes of them is tested elsewhere. */
export function compileImport(
  documents: readonly ImportedDocument[],
  server: Readonly<Record<string, unknown>> = {},
): PlannedSpecs {
  const files = new Map<string, string[]>();
  for (const { file, value } of documents) {
    const whole = value['kind'] === 'server' ? { ...value, ...server } : value;
    files.set(file, [...(files.get(file) ?? []), JSON.stringify(whole, null, 1)]);
  }
  const sources = [...files].map(([file, texts]) => ({ path: `specs/x/${file}`, text: texts.join('\n---\n') }));
  const { diagnostics, value } = planSpecs(sources, { settings: SETTINGS });
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  return { errors, warnings: diagnostics.filter(({ severity }) => severity !== 'error'), plan: value?.plan };
}

/** Path of its server.mjs in a temporary folder. */
export function writeServer(plan: Plan): string {
  const folder = temporaryFolder({});
  let main = '';
  for (const file of emit(plan, '..')) {
    if (file.kind !== 'text' || !file.path.endsWith('server.mjs')) continue;
    main = join(folder, file.path);
    mkdirSync(dirname(main), { recursive: true });
    writeFileSync(main, file.text);
  }
  return main;
}
