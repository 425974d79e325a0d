/** Compares the current specs with the release, a git ref or a file: the data of every report on changes. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { RULES } from '../../check/rules/index.ts';
import type { Compiled } from '../../compile.ts';
import { compile } from '../../compile.ts';
import type { SourceFile } from '../../diagnostic.ts';
import { positionAt } from '../../diagnostic.ts';
import type { Change } from '../../diff/change.ts';
import { staleEvals } from '../../diff/evals.ts';
import { daysBetween } from '../../calendar.ts';
import type { DeprecatedTool, PlacedChange, ChangeReport } from '../../report/changes/report.ts';
import { versionAdvice } from '../../diff/semver.ts';
import type { Plan } from '../../plan/model.ts';
import { compareVersions, spanOf } from '../../versions.ts';
import { CONTRACT, loadContract, loadRecords, parseContract, readText } from '../project/contract.ts';
import { Failure } from '../command-line/failure.ts';
import { readAtRef } from '../project/git.ts';
import type { Project } from '../project/project.ts';

/** What is compared with, and its name in the report. */
export interface Base {
  readonly plan: Plan;
  readonly label: string;
}

const NOTHING: Plan = { planVersion: 1, servers: [], skills: [] };

/** A file that exists is a contract; every other word is a git ref. Without a word: the contract of the project. */
export function baseOf(project: Project, against: string | undefined, cwd: string): Base {
  if (against === undefined) {
    const plan = loadContract(project.root);
    if (plan) return { plan, label: 'the contract' };
    throw new Failure(
      `No ${CONTRACT} to compare with.`,
      'Run `haft release` to record one, or compare with a git ref: --against main.',
    );
  }
  const file = resolve(cwd, against);
  if (existsSync(file) && against.endsWith('.json'))
    return { plan: parseContract(readText(file), against), label: against };
  return { plan: planAtRef(project, against), label: `git ${against}` };
}

function planAtRef(project: Project, ref: string): Plan {
  const { specs, files, complete } = readAtRef(project, ref);
  if (specs.length === 0 && complete) return NOTHING;
  // What was written under older rules is compared as it was: only mistakes that leave nothing to compare stop us.
  const severities = Object.fromEntries(RULES.map(({ id }) => [id, 'off' as const]));
  const { value } = compile(specs, { files, settings: { ...project.settings, severities } });
  if (value && complete) return value.plan;
  throw new Failure(
    `The specs at "${ref}" do not compile, so they cannot be compared.`,
    `Choose a ref whose specs compile, or a contract: --against ${CONTRACT}.`,
  );
}

export function reportOf(
  project: Project,
  base: Base,
  compiled: Compiled,
  texts: readonly SourceFile[],
  today: string,
): ChangeReport {
  const { changes } = compareVersions(base.plan, compiled, { today, periodDays: project.settings.deprecationDays });
  const sources = new Map(texts.map((source) => [source.path, source.text]));
  return {
    before: base.label,
    after: 'the specs',
    changes: changes.map((change) => placed(change, compiled, sources)),
    staleEvals: staleEvals(base.plan, compiled.plan, loadRecords(project.root)),
    versions: versionAdvice(base.plan, compiled.plan, changes),
    deprecated: deprecatedTools(compiled.plan, today),
  };
}

function placed(change: Change, { spec }: Compiled, sources: ReadonlyMap<string, string>): PlacedChange {
  const { file, start } = spanOf(change.target, spec);
  const text = sources.get(file);
  return text === undefined ? change : { ...change, file, line: positionAt(text, start).line };
}

function deprecatedTools({ servers }: Plan, today: string): DeprecatedTool[] {
  return servers.flatMap((server) =>
    server.tools.flatMap(({ name, deprecated }) => {
      if (!deprecated) return [];
      const { use, remove_after: removeAfter, reason } = deprecated;
      return [{ server: server.name, tool: name, use, removeAfter, daysLeft: daysBetween(today, removeAfter), reason }];
    }),
  );
}
