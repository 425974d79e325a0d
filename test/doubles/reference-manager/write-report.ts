import { escapeHtml } from './citation.ts';
import { itemProblem } from './item-check.ts';
import type { Problem } from './item-check.ts';
import { blankItem, changedItem, differs, stamped } from './item-change.ts';
import { isKey, isObject } from './item.ts';
import type { Item, JsonObject } from './item.ts';
import { itemJson } from './response-json.ts';
import type { Voice } from './response-json.ts';
import { ITEM_TYPES, SCHEMA } from './schema.ts';
import { newKey, nextVersion, outrun } from './store.ts';
import type { Store } from './store.ts';

/** What a multi-object write answers with 200, even when nothing at all was written. */
export interface WriteReport {
  successful: JsonObject;
  success: JsonObject;
  unchanged: JsonObject;
  failed: JsonObject;
}

function versionProblem(json: JsonObject, existing: Item | undefined, checked: boolean): Problem | undefined {
  const { key, version } = json;
  if (version === undefined) {
    if (key === undefined || checked) return undefined;
    return {
      code: 428,
      message: "Either If-Unmodified-Since-Version or 'version' property must be provided for 'key'-based writes",
    };
  }
  if (key === undefined) return { code: 400, message: "'version' is valid only if item key is provided" };
  if (typeof version !== 'number') return { code: 400, message: "'version' must be an integer" };
  if (existing !== undefined && existing.version > version) {
    return {
      code: 412,
      message: `Item has been modified since specified version (expected ${version}, found ${existing.version})`,
    };
  }
  if (existing !== undefined || version === 0) return undefined;
  return { code: 404, message: `Item doesn't exist (expected version ${version}; use 0 instead)` };
}

function objectProblem(json: unknown, store: Store, checked: boolean): Problem | undefined {
  if (!isObject(json)) return { code: 400, message: `Invalid item object (found ${typeof json} '${String(json)}')` };
  if (json['key'] !== undefined && !isKey(json['key']))
    return { code: 400, message: `'${String(json['key'])}' is not a valid item key` };
  const existing = isKey(json['key']) ? store.items.get(json['key']) : undefined;
  return versionProblem(json, existing, checked) ?? itemProblem(json, store, existing, existing !== undefined);
}

/** Item types the schema has but the double cannot check; the caller reports them. */
export function uncheckable(objects: readonly unknown[]): string | undefined {
  const types = objects.map((json) => (isObject(json) ? json['itemType'] : undefined));
  return types.find(
    (type): type is string => typeof type === 'string' && ITEM_TYPES.includes(type) && !(type in SCHEMA),
  );
}

/**
 * Writes many items, each for itself. All that are written share one new library version.
 * `checked` means the library version in the header was already compared.
 */
export function writeItems(voice: Voice, store: Store, objects: readonly unknown[], checked: boolean): WriteReport {
  outrun(store);
  const report: WriteReport = { successful: {}, success: {}, unchanged: {}, failed: {} };
  let version: number | undefined;
  for (const [index, object] of objects.entries()) {
    const json = isObject(object) && isObject(object['data']) ? object['data'] : object;
    const problem = objectProblem(json, store, checked);
    if (problem !== undefined || !isObject(json)) {
      const { code = 400, message = '', data } = problem ?? {};
      const key = isObject(json) && typeof json['key'] === 'string' ? { key: json['key'] } : {};
      report.failed[index] = { ...key, code, message: escapeHtml(message), ...(data === undefined ? {} : { data }) };
      continue;
    }
    const key = isKey(json['key']) ? json['key'] : newKey(store);
    const before = store.items.get(key);
    const after = changedItem(before ?? blankItem(key, ''), json, before !== undefined);
    if (before !== undefined && !differs(before, after)) {
      report.unchanged[index] = key;
      continue;
    }
    version ??= nextVersion(store);
    const written = before === undefined ? { ...after, version } : stamped(before, after, version);
    store.items.set(key, written);
    report.successful[index] = itemJson(voice, store, written);
    report.success[index] = key;
  }
  return report;
}
