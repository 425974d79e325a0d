/** The target of a change: names and a path, and both as a phrase. */
import type { About } from '../base/diagnostic.ts';
import type { ChangePairs, ChangeScope, ToolPair } from './change.ts';

export function targetOf(scope: ChangeScope, pair: ChangePairs[ChangeScope], path: About['path']): About {
  if ('side' in pair) return { ...toolTarget(pair.tool), path: [...pair.path, ...path] };
  if (scope === 'tool' && 'server' in pair) return { ...toolTarget(pair), path };
  const name = (pair.after ?? pair.before)?.name ?? '';
  return scope === 'server' ? { server: name, path } : { skill: name, path };
}

function toolTarget({ server, before, after }: ToolPair): Omit<About, 'path'> {
  return { server, tool: (after ?? before)?.name ?? '' };
}

export function subjectOf({ server, tool, skill, path }: About): string {
  const owner =
    skill !== undefined ? `skill "${skill}"` : tool !== undefined ? `tool "${tool}"` : `server "${server ?? ''}"`;
  const place = placeOf(path);
  return place === '' ? owner : `${place} of ${owner}`;
}

/** Phrases for places with a name. */
const PLACES: Readonly<Record<string, string>> = {
  connections: 'connection',
  databases: 'database',
  description: 'description part',
  env: 'variable',
  files: 'file',
  handlers: 'handler file',
  limits: 'limit',
  upstreams: 'upstream',
};

/** The place by its name alone, where that is clear: `limit`, `cargo[].tons`. */
export function placeIn(path: readonly (string | number)[]): string {
  const [first, second, ...rest] = path;
  return first === 'parameters' && second !== undefined ? `${second}${nameIn(rest)}` : placeOf(path);
}

/** Empty for the whole, else `parameter "limit"`, `result "references[].title"`, `step 3`, or the path itself. */
export function placeOf(path: readonly (string | number)[]): string {
  const [first, second, ...rest] = path;
  if (first === undefined) return '';
  if (first === 'parameters' && second !== undefined) return `parameter "${second}${nameIn(rest)}"`;
  if (first === 'returns') {
    const name = nameIn(path.slice(1)).replace(/^\./, '');
    return name === '' ? 'result' : `result "${name}"`;
  }
  if (typeof second === 'number') return `${String(first).replace(/s$/, '')} ${second + 1}`;
  const word = second === undefined ? undefined : PLACES[first];
  if (word === undefined) return `"${path.join('.')}"`;
  return [...rest.map((step) => `"${step}" of `), `${word} "${second}"`].join('');
}

/** `[].name`: without the keywords of the schema, and without the keyword that a change is about. */
function nameIn([step, name, ...rest]: readonly (string | number)[]): string {
  if (step === 'items') return `[]${nameIn(name === undefined ? [] : [name, ...rest])}`;
  return step === 'properties' && name !== undefined ? `.${name}${nameIn(rest)}` : '';
}
