/** How hosts join the names of servers and tools, and how long the joined name may be. Data (skills-and-hosts §4.4; protocol §5). */

export interface HostNames {
  readonly host: string;
  /** `{server}` and `{tool}` stand for the names. */
  readonly form: string;
  /** Characters. */
  readonly most: number;
}

export const HOST_NAMES: readonly HostNames[] = [
  { host: 'claude-code', form: 'mcp__{server}__{tool}', most: 64 },
  { host: 'codex', form: '{server}__{tool}', most: 64 },
  { host: 'gemini', form: '{server}__{tool}', most: 63 },
  { host: 'vscode', form: 'mcp_{server}_{tool}', most: 64 },
  { host: 'cursor', form: '{server}-{tool}', most: 60 },
];
