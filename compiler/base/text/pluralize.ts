/** Counts with a singular or plural noun. */

/** `1 file`, `2 files`, `1,000 files`. */
export function pluralize(count: number, one: string, many = `${one}s`): string {
  return `${groupDigits(count)} ${count === 1 ? one : many}`;
}

/** `toLocaleString` loads the data of all languages at its first call, which is a twentieth of a run of `haft check`. */
function groupDigits(count: number): string {
  const digits = String(count);
  const first = digits.length % 3;
  const groups = first > 0 ? [digits.slice(0, first)] : [];
  for (let at = first; at < digits.length; at += 3) groups.push(digits.slice(at, at + 3));
  return groups.join(',');
}

interface Counts {
  readonly servers: readonly { readonly tools: readonly unknown[] }[];
  readonly skills: readonly unknown[];
}

/** `2 servers with 7 tools, 1 skill`. */
export function summarizePlan({ servers, skills }: Counts): string {
  const tools = servers.reduce((sum, server) => sum + server.tools.length, 0);
  return `${pluralize(servers.length, 'server')} with ${pluralize(tools, 'tool')}, ${pluralize(skills.length, 'skill')}`;
}
