/** Settings of a project for checking: profiles by folder, severities, vocabulary, hosts, budgets. */
import type { Severity } from '../base/diagnostic.ts';
import { memoizeText } from '../base/memo.ts';
import type { Config } from './documents/config.ts';
import { COUNT_WORDS, FLAG_WORDS } from './analysis/intended-type/type-lexicon.ts';
import type { Host } from '../spec/hosts/host.ts';
import { DEFAULT_HOSTS, HOSTS } from '../spec/hosts/index.ts';
import { GENERIC_NOUNS, GENERIC_VERBS } from './analysis/names/lexicon.ts';
import type { LearnedDatabases } from './analysis/tables/learned.ts';
import type { ToolNames } from './tool-names.ts';
import { VERBS } from './analysis/names/verbs.ts';

/** `ext`: all of EXT, for authored specs. `mcp`: any valid tool or skill, for imported ones. */
export type Profile = 'ext' | 'mcp';

export interface Lexicon {
  readonly verbs: ReadonlySet<string>;
  readonly counts: ReadonlySet<string>;
  readonly flags: ReadonlySet<string>;
  readonly genericNouns: ReadonlySet<string>;
  readonly genericVerbs: ReadonlySet<string>;
}

/** Estimated tokens. */
interface Budgets {
  readonly tool: number;
  readonly server: number;
  readonly skill: number;
}

export interface Settings {
  /** The longest folder that holds the file decides; `ext` where none does. */
  readonly profileOf: (file: string) => Profile;
  readonly severities: Readonly<Record<string, Severity | 'off'>>;
  readonly lexicon: Lexicon;
  readonly hosts: readonly Host[];
  /** The hosts for which the output has a file. */
  readonly outputHosts: readonly Host[];
  /** Outputs that are turned off or added, as written in haft.yaml. */
  readonly outputs: NonNullable<Config['outputs']>;
  readonly budgets: Budgets;
  /** A release is being recorded: rules have the severity that they have then. */
  readonly releasing?: boolean;
  /** Tools of the last release, where there was one. */
  readonly released?: () => ToolNames | undefined;
  /** What was learned of the databases of the project, where anything was. */
  readonly learned?: () => LearnedDatabases | undefined;
  /** Days from a deprecation to the removal. */
  readonly deprecationDays: number;
  /** What a record of evals must hold before a release. */
  readonly evals: {
    readonly tool: number;
    readonly offline: boolean;
    readonly models: readonly string[];
    /** By model, its name in haft.yaml. */
    readonly names: ReadonlyMap<string, string>;
  };
  /** Sets of servers and skills that a host shows together. */
  readonly choices: NonNullable<Config['choices']>;
  /** Metadata of packages, as written in haft.yaml. */
  readonly pack: NonNullable<Config['pack']>;
  /** How `haft eval` asks models, as written in haft.yaml. */
  readonly evalRuns: Required<Pick<NonNullable<Config['evals']>, 'models' | 'limits'>>;
}

export function settingsOf({
  profiles = {},
  rules = {},
  vocabulary = {},
  hosts,
  outputs = [],
  budgets = {},
  deprecation_days = 90,
  evals = {},
  choices = [],
  pack = {},
}: Config): Settings {
  return {
    profileOf: memoizeText((file) => profileOf(file, profiles)),
    severities: rules,
    lexicon: {
      verbs: new Set([...VERBS, ...(vocabulary.verbs ?? [])]),
      counts: new Set([...COUNT_WORDS, ...(vocabulary.counts ?? [])]),
      flags: new Set([...FLAG_WORDS, ...(vocabulary.flags ?? [])]),
      genericNouns: without(GENERIC_NOUNS, vocabulary.allowed),
      genericVerbs: without(GENERIC_VERBS, vocabulary.allowed),
    },
    hosts: hosts ? HOSTS.filter(({ id }) => hosts.includes(id)) : HOSTS,
    outputHosts: hosts ? HOSTS.filter(({ id }) => hosts.includes(id)) : DEFAULT_HOSTS,
    outputs,
    budgets: { tool: budgets.tool ?? 1000, server: budgets.server ?? 12_000, skill: budgets.skill ?? 5000 },
    deprecationDays: deprecation_days,
    evals: {
      tool: evals.gate?.tool ?? 0.9,
      offline: evals.offline ?? false,
      models: Object.values(evals.models ?? {}).map(({ model }) => model),
      names: new Map(Object.entries(evals.models ?? {}).map(([name, { model }]) => [model, name])),
    },
    choices,
    pack,
    evalRuns: { models: evals.models ?? {}, limits: evals.limits ?? {} },
  };
}

function without(words: readonly string[], allowed: readonly string[] = []): ReadonlySet<string> {
  return new Set(words.filter((word) => !allowed.includes(word)));
}

function profileOf(file: string, profiles: Readonly<Record<string, Profile>>): Profile {
  const holding = Object.entries(profiles).filter(([folder]) => isInFolder(file, folder));
  return holding.sort(([a], [b]) => b.length - a.length)[0]?.[1] ?? 'ext';
}

/** Whether a profile of haft.yaml covers a file: its folder, and all below it. */
export function isInFolder(file: string, folder: string): boolean {
  return file.startsWith(`${folder.replace(/\/$/, '')}/`);
}

/** Whether haft.yaml has an output written for a server that is not a standard one. */
export function isPrinted({ outputs }: Pick<Settings, 'outputs'>, id: string, server: string): boolean {
  return outputs.some((output) => {
    if (typeof output === 'string') return output === id;
    return output.use === id && output.off !== true && output.servers?.includes(server) !== false;
  });
}
