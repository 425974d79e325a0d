/** The input of rules: the typed parts of all specs, each with its place in the author's files. */
import type { JsonObject, Schema } from '@haft/runtime/language';
import type { About, Diagnostic, Span, TextEdit } from '../base/diagnostic.ts';
import type { NodePath, PairSide, Rewrite, Spec, SpecEdit } from '../spec/yaml/spec.ts';
import type { Profile, Settings } from './settings.ts';
import type { ServerSpec } from './documents/server.ts';
import type { SkillSpec } from './documents/skill.ts';
import type { ToolSpec } from './documents/tool.ts';
import type { ToolNames } from './tool-names.ts';

/** A part of a spec that has its shape, and the way back to the author's file. */
export interface Located<T> {
  readonly spec: T;
  readonly file: string;
  /** Relative to this part. */
  at(path: NodePath, part?: PairSide, word?: string): Span;
  about(path: NodePath): About;
  /** A change at a path relative to this part; undefined where it cannot be made safely. */
  edit(edit: SpecEdit): TextEdit | undefined;
}

export interface ServerPart extends Located<ServerSpec> {
  /** Its tools from every file, in file order; those without their shape are left out. */
  readonly tools: readonly ToolPart[];
}

/** The facts about a whole server that hold for each of its tools. */
export type ServerTexts = Pick<ServerSpec, 'name' | 'title' | 'summary' | 'results' | 'programs'>;

export interface ToolPart extends Located<ToolSpec> {
  readonly profile: Profile;
  /** Undefined while the server itself does not have its shape. */
  readonly server: Located<ServerTexts> | undefined;
  /** The definitions of its server that its schemas reach. */
  readonly reached: readonly string[];
  /** Inserts a tool with these keys right after this one: in its list, or as a document of its file. */
  insertBehind(keys: object): TextEdit | undefined;
  /** A copy of the author's text of this tool, right after it, with some values changed. */
  copyBehind(rewrite: Rewrite): TextEdit | undefined;
}

/** One schema inside a tool's parameters, at any depth. */
export interface ParamPart extends Located<Schema> {
  readonly name: string;
  readonly tool: ToolPart;
  /** Whether it is directly under `parameters:`. */
  readonly topLevel: boolean;
  /** Of a list or a map: it goes by the name of the whole. */
  readonly isItem: boolean;
  readonly side: 'argument' | 'result';
}

export interface SkillPart extends Located<SkillSpec> {
  readonly profile: Profile;
  /** The original texts of an imported skill of profile `mcp`. */
  readonly imported?: ImportedSkill;
  /** The folder of the spec; files of the skill are below it. */
  readonly folder: string;
}

/** SKILL.md as the author of an imported skill wrote it. */
export interface ImportedSkill {
  /** All keys of the front matter, in order. */
  readonly frontMatter: JsonObject;
  /** The original text, where it agrees with the keys. */
  readonly frontMatterSource?: string;
  /** The body; absent where it is made of parts. */
  readonly text?: string;
}

/** A file in the folder of a skill, or the page of a view. */
export interface SkillFile {
  /** Relative to the project, forward slashes. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly executable: boolean;
}

/** Why something is not read. */
export type Refusal = Pick<Diagnostic, 'code' | 'message'> & { readonly hint: string };

export interface RefusedFile {
  /** The path of a file or a whole folder, relative to the project. */
  readonly path: string;
  /** Belongs to a skill: no spec is missing without it. */
  readonly carried: boolean;
  readonly refusal: Refusal;
}

/** Everything that could be typed, and all names that are declared anywhere, even in parts without their shape. */
export interface SpecDraft {
  readonly servers: readonly ServerPart[];
  readonly tools: readonly ToolPart[];
  /** The same tools, grouped by server document. A list stays the same object until its document changes. */
  readonly toolLists: readonly (readonly ToolPart[])[];
  readonly skills: readonly SkillPart[];
  readonly files: readonly SkillFile[];
  readonly names: DeclaredNames;
  readonly settings: Settings;
  /** The documents themselves, with their comments. */
  readonly spec: Spec;
}

export interface DeclaredNames {
  readonly servers: ReadonlySet<string>;
  readonly tools: ToolNames;
  readonly skills: ReadonlySet<string>;
}

declare const checked: unique symbol;

/** A draft that no rule of severity error objects to. Only `check` makes one; later phases trust it. */
export interface CheckedSpec extends SpecDraft {
  readonly [checked]: true;
}
