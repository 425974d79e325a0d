/** The definition that every package format implements, and its input. */
import type { ServerPlan, SkillPlan } from '../../plan/model.ts';

/** A file of a package; `path` with forward slashes. */
export interface PackFile {
  readonly path: string;
  /** Lazy: all of them together may not fit into memory. */
  readonly bytes: () => Uint8Array;
  readonly executable: boolean;
}

/** Metadata of the project: `pack:` in haft.yaml, with defaults. */
export interface PackageDetails {
  /** Lower case and hyphens, as servers and skills. */
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly author: string;
  readonly license?: string | undefined;
  readonly homepage?: string | undefined;
  /** Namespace in the MCP registry: a reverse domain, such as `io.github.someone`. */
  readonly namespace?: string | undefined;
  /** Scope in npm, with its `@`. */
  readonly scope?: string | undefined;
}

export interface Package extends PackageDetails {
  readonly servers: readonly PackedServer[];
  readonly skills: readonly PackedSkill[];
}

export interface PackedServer {
  readonly plan: ServerPlan;
  /** `server.mjs`, which needs no other file. */
  readonly script: PackFile;
}

interface PackedSkill {
  readonly plan: SkillPlan;
  /** `SKILL.md` and what it refers to; paths below the folder of the skill. */
  readonly files: readonly PackFile[];
}

export interface PackFormat {
  /** The name on the command line and of the folder; it never changes. */
  readonly id: string;
  /** What is made, and who reads it. */
  readonly title: string;
  /** `ran <program> <version>` where the program of its publisher has judged it, else `docs`. */
  readonly verified: string;
  /** What a package has no place for, as sentences. */
  readonly leavesOut: (content: Package) => readonly string[];
  /** Why it cannot be made, and the next step; undefined if it can. */
  readonly obstacle: (content: Package) => Obstacle | undefined;
  /** Below the folder of the format. */
  readonly files: (content: Package) => readonly PackFile[];
}

export interface Obstacle {
  readonly message: string;
  readonly hint: string;
}
