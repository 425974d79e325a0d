/** Names that hosts keep for themselves. Data (skills-and-hosts §1.1, §4.4). */

export interface ReservedNames {
  /** As in `hosts.ts`. */
  readonly host: string;
  readonly servers: readonly string[];
}

export const RESERVED_SERVERS: readonly ReservedNames[] = [
  { host: 'claude-code', servers: ['workspace', 'claude-in-chrome', 'computer-use'] },
];

/** Where skills are uploaded, names that hold one of these are refused. */
export const RESERVED_IN_SKILLS: readonly string[] = ['anthropic', 'claude'];
