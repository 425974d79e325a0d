/** Changes references that are in the library: read them, work out what is new, write it, and believe only the report. */
import type { Json, JsonObject, ServiceReply, ToolFailure } from '@haft/runtime';
import { inLibrary } from './library.ts';
import type { Attempt, Library } from './library.ts';
import type { Whose } from './whose.ts';
import { failureIn, isFailure, isStale } from './report.ts';
import { at, listAt } from './wire.ts';
import type { ToolCall } from './wire.ts';

/** What is to be done. */
export interface Change {
  readonly library: Whose;
  readonly itemKeys: readonly string[];
  /** Collections that have to be there. */
  readonly collectionKeys?: readonly string[];
  /** The members of the item that change, nothing where it is as it should be already, or why it cannot be done. */
  readonly of: (data: Json) => JsonObject | ToolFailure | undefined;
}

/** What was done. */
export interface Changed {
  readonly changed: number;
  readonly written_to: Library['name'];
}

type Changes = readonly { readonly key: string; readonly members: JsonObject }[];

/** All or nothing as far as it can be known before; what fails after that is told with what succeeded. */
export function changeItems(call: ToolCall, change: Change): Promise<Changed | ToolFailure> {
  const done = new Set<string>();
  return inLibrary(call, change.library, async (library): Promise<Attempt<Changed>> => {
    const outcome = (): Changed => ({ changed: done.size, written_to: library.name });
    let changes = await plan(call, library, change);
    if ('error' in changes) return changes;
    if (changes.length === 0) return outcome();
    const leave = await library.unlock();
    if (typeof leave === 'object') return leave;
    if (leave === 'waited') changes = await plan(call, library, change);
    if ('error' in changes) return changes;
    if (changes.length === 0) return outcome();
    const reply = await library.write(changes.map(({ members }) => members));
    if ('error' in reply) return reply;
    if (reply.failure !== undefined) return reply.status === 401 ? { again: reply.failure } : reply.failure;
    return judge(call, changes, reply, done) ?? outcome();
  });
}

/** The items are read in the library that is written. Lists are replaced whole, so they have to be known whole. */
async function plan(call: ToolCall, { read }: Library, change: Change): Promise<Changes | ToolFailure> {
  for (const key of change.collectionKeys ?? []) {
    const reply = await read({ path: '/collections/{key}', values: { key } });
    if ('error' in reply) return reply;
    if (reply.status === 404) return noCollection(call, key);
    if (reply.failure !== undefined) return reply.failure;
  }
  const wanted = [...new Set(change.itemKeys)];
  // Only whole references: asked for by key, attachments and notes would come along with the reference they belong to.
  const reply = await read({ path: '/items/top', query: { itemKey: wanted.join(','), format: 'json', limit: 100 } });
  if ('error' in reply) return reply;
  if (reply.failure !== undefined) return reply.failure;
  const found = new Map(listAt(reply.json).map((item) => [at(item, 'key'), item]));
  const missing = wanted.filter((key) => !found.has(key));
  if (missing.length > 0) return noItems(call, missing);
  const changes: { key: string; members: JsonObject }[] = [];
  for (const key of wanted) {
    const item = found.get(key);
    const members = change.of(at(item, 'data') ?? null);
    if (members !== undefined && isFailure(members)) return members;
    if (members !== undefined) changes.push({ key, members: { key, version: at(item, 'version') ?? 0, ...members } });
  }
  return changes;
}

/** Nothing when all was written. Successes are remembered, since a second try finds them unchanged. */
function judge(call: ToolCall, changes: Changes, reply: ServiceReply, done: Set<string>): Attempt<never> | undefined {
  const failed = changes.flatMap(({ key }, index) => {
    const why = failureIn(reply, index);
    if (why === undefined) done.add(key);
    return why === undefined ? [] : [{ key, why }];
  });
  if (failed.length === 0) return undefined;
  const stale = failed.every(({ why }) => isStale(why));
  const reasons = failed.map(({ key, why }) => `${key} (${why.message})`);
  if (stale && done.size === 0) return { again: changedMeanwhile(call) };
  const failure = notAllWritten(call, reasons, done.size);
  return stale ? { again: failure } : failure;
}

function notAllWritten(call: ToolCall, failed: readonly string[], done: number): ToolFailure {
  return call.fail(
    `${done === 0 ? 'Nothing was changed' : `${done} of ${done + failed.length} references were changed`}. Not accepted: ${failed.slice(0, 5).join('; ')}${failed.length > 5 ? ' and more' : ''}.`,
    'Correct what the message names and call again; what was changed already stays as it is.',
    done === 0 ? 'not_accepted' : 'partly_done',
  );
}

function changedMeanwhile(call: ToolCall): ToolFailure {
  return call.fail(
    'Somebody else changed the same references at the same moment, twice, so nothing was changed.',
    'Try again once.',
    'changed_meanwhile',
  );
}

function noCollection(call: ToolCall, key: string): ToolFailure {
  return call.fail(
    `There is no collection with the key ${key}, so nothing was changed.`,
    'Get collection keys from list_collections, for the same library; do not guess them.',
    'not_found',
  );
}

function noItems(call: ToolCall, keys: readonly string[]): ToolFailure {
  return call.fail(
    `Not a reference in the library: ${keys.slice(0, 10).join(', ')}. Nothing was changed.`,
    'Get item keys from search_references, for the same library; use the key of the reference and not of its attachment or note. What was saved in the application a moment ago may not be on the web yet.',
    'not_found',
  );
}
