/** Numbers of things, as people read them. */

/** `1 file`, `2 files`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

interface Counts {
  readonly servers: readonly { readonly tools: readonly unknown[] }[];
  readonly skills: readonly unknown[];
}

/** `2 servers with 7 tools, 1 skill`. */
export function whatIsThere({ servers, skills }: Counts): string {
  const tools = servers.reduce((sum, server) => sum + server.tools.length, 0);
  return `${counted(servers.length, 'server')} with ${counted(tools, 'tool')}, ${counted(skills.length, 'skill')}`;
}
