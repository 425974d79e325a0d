/** Skills that hosts read from a server over MCP (SEP-2640). */
import type { JsonObject } from '../language/json.ts';

/** The skills of a server in the order in which they are listed. */
export type SkillTable = readonly SkillDescriptor[];

/** One skill as hosts read it over MCP. */
export interface SkillDescriptor {
  /** That of its `SKILL.md`: `skill://<name>/SKILL.md`. */
  readonly uri: string;
  /** The front matter of `SKILL.md`, unchanged. */
  readonly frontmatter: JsonObject;
  /** All of them, `SKILL.md` too. */
  readonly files: readonly ServedFile[];
}

/** A file of a skill, with the content that a host holds against size and digest. */
export interface ServedFile {
  readonly uri: string;
  /** `sha256:` and 64 hex digits. */
  readonly digest: string;
  /** Bytes. */
  readonly size: number;
  readonly mimeType: string;
  readonly text?: string;
  /** Base64 of binary content. */
  readonly blob?: string;
}
