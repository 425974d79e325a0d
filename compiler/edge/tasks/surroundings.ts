/** What the specs of a project are checked with, besides their texts. */
import type { Surroundings } from '../../check/check.ts';
import { RULES } from '../../check/rules/index.ts';
import type { Settings } from '../../check/settings.ts';
import { recordedUpstreams } from '../../check/analysis/imported/recorded-tools.ts';
import { planSpecs } from '../../plan/plan-specs.ts';
import type { PlannedSpecs } from '../../plan/plan-specs.ts';
import type { Result } from '../../base/diagnostic.ts';
import { loadImports } from '../project/imports-file.ts';
import type { Project } from '../project/project.ts';
import type { Sources } from '../project/read-sources.ts';

export function surroundingsOf(
  { root, settings }: Project,
  { specs, files, refused, diagnostics, left = [] }: Sources,
  today?: string,
): Surroundings {
  const unread = diagnostics.length > 0 || refused.some(({ carried }) => !carried);
  // Records of large services are long, and only `mcp:` is held against them.
  const calls = specs.some(({ text }) => /\bmcp\b/.test(text));
  const recorded = calls ? recordedUpstreams(loadImports(root)) : [];
  return { files, refused, settings, unread, left, recorded, ...(today !== undefined && { today }) };
}

/** The settings with every rule off. */
export function unjudged(settings: Settings): Settings {
  return { ...settings, severities: Object.fromEntries(RULES.map(({ id }) => [id, 'off' as const])) };
}

/** As far as specs can be planned, whatever the rules say of them: names may lead nowhere. */
export function compileUnjudged(project: Project, sources: Sources, today: string): Result<PlannedSpecs> {
  const settings = unjudged(project.settings);
  return planSpecs(sources.specs, { ...surroundingsOf(project, sources, today), settings });
}
