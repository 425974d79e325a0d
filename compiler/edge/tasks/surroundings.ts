/** What the specs of a project are checked with, besides their texts. */
import { memoizeBy } from '../../base/memo.ts';
import type { SourceFile } from '../../base/diagnostic.ts';
import type { Surroundings } from '../../check/check.ts';
import { RULES } from '../../check/rules/index.ts';
import type { Settings } from '../../check/settings.ts';
import { recordedUpstreams } from '../../check/analysis/recorded-upstreams.ts';
import { loadImports } from '../project/recorded.ts';
import type { Project } from '../project/project.ts';
import type { Sources } from '../project/read-sources.ts';

export function surroundingsOf(
  { root, settings }: Project,
  { specs, files, refused, diagnostics, fileFindings = [] }: Sources,
  today?: string,
): Surroundings {
  const unread = diagnostics.length > 0 || refused.some(({ carried }) => !carried);
  // Records of large services are long, and only `mcp:` is held against them.
  const calls = specs.some(namesMcp);
  const recorded = calls ? recordedUpstreams(loadImports(root)) : [];
  return { files, refused, settings, unread, fileFindings, recorded, ...(today !== undefined && { today }) };
}

/** Per text once: an editor asks at every letter. */
const namesMcp = memoizeBy(({ text }: SourceFile): boolean => /\bmcp\b/.test(text));

/** The settings with every rule off: what can be planned is planned, whatever the rules say of it. */
export function withoutRules(settings: Settings): Settings {
  return { ...settings, severities: Object.fromEntries(RULES.map(({ id }) => [id, 'off' as const])) };
}
