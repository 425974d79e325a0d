import { isKey } from '../item.ts';
import { SORT_FIELDS } from '../sort.ts';
import { integer } from '../../wire.ts';
import type { Reply } from '../../wire.ts';
import { refuse } from './context.ts';
import type { WebCall } from './context.ts';

const KNOWN: ReadonlySet<string> = new Set([
  'key',
  'v',
  'format',
  'include',
  'style',
  'css',
  'linkwrap',
  'locale',
  'q',
  'qmode',
  'includeTrashed',
  'itemType',
  'itemKey',
  'tag',
  'since',
  'sort',
  'direction',
  'start',
  'limit',
  'linkMode',
]);
const FORMATS: ReadonlySet<string> = new Set(['json', 'keys', 'versions', 'bib']);
const INCLUDES: ReadonlySet<string> = new Set(['data', 'bib', 'citation']);

/** The parameters of a list, with the web's defaults and limits filled in. */
export interface WebParameters {
  format: string;
  include: string[];
  start: number;
  /** 0 means no limit (keys and versions). */
  limit: number;
  sort: string;
  descending: boolean;
  since: number;
  itemKeys: string[] | undefined;
}

/** Parameters neither the contract nor the double knows. */
export function strangers(query: URLSearchParams): string[] {
  return [...new Set(query.keys())].filter((name) => !KNOWN.has(name));
}

function problem(query: URLSearchParams, format: string, forTags: boolean): string | undefined {
  const since = query.get('since');
  if (since !== null && (since.trim() === '' || Number.isNaN(Number(since))))
    return "Invalid value for 'since' parameter";
  const sort = query.get('sort');
  if (sort !== null && ![...SORT_FIELDS, 'extra', 'itemKeyList'].includes(sort))
    return `Invalid 'sort' value '${sort}'`;
  const direction = query.get('direction');
  if (direction !== null && direction !== 'asc' && direction !== 'desc')
    return `Invalid 'direction' value '${direction}'`;
  const qmode = query.get('qmode');
  const modes = forTags ? ['contains', 'startswith'] : ['titlecreatoryear', 'everything'];
  if (qmode !== null && !modes.includes(qmode.toLowerCase())) return `Invalid 'qmode' value '${qmode}'`;
  const itemKey = query.get('itemKey');
  if (itemKey !== null && !itemKey.split(',').every((key) => key === '' || isKey(key)))
    return `Invalid 'itemKey' value '${itemKey}'`;
  const forbidden = ['sort', 'start', 'limit', 'direction'].find((name) => format === 'bib' && query.has(name));
  return forbidden === undefined ? undefined : `'${forbidden}' is not valid for format=bib`;
}

function limitOf(query: URLSearchParams, format: string): number {
  const [standard, most] =
    format === 'bib' ? [150, 150] : format === 'keys' || format === 'versions' ? [0, 0] : [25, 100];
  if (query.has('itemKey')) return 100;
  const asked = integer(query.get('limit')) ?? 0;
  if (asked <= 0) return standard;
  return most === 0 ? asked : Math.min(asked, most);
}

function unsupported(call: WebCall, format: string, include: readonly string[], single: boolean): Reply | undefined {
  const { options, request } = call;
  if (single && (format === 'keys' || format === 'versions')) return refuse(400, `Invalid 'format' value '${format}'`);
  if (!FORMATS.has(format)) options.journal.unknown(request, `format=${format} is not in the double`);
  const odd = include.find((name) => !INCLUDES.has(name));
  if (odd !== undefined) options.journal.unknown(request, `include=${odd} is not in the double`);
  if (FORMATS.has(format) && odd === undefined) return undefined;
  return refuse(400, odd === undefined ? `Invalid 'format' value '${format}'` : `Invalid 'include' value '${odd}'`);
}

/** Reads and checks the parameters; the web refuses what it does not understand. */
export function parameters(call: WebCall, single: boolean): WebParameters | Reply {
  const { query } = call.request;
  const format = query.get('format') || 'json';
  const include = [...new Set((query.get('include') ?? 'data').split(','))];
  const wrong = problem(query, format, call.parts[0] === 'tags');
  if (wrong !== undefined) return refuse(400, wrong);
  const refused = unsupported(call, format, include, single);
  if (refused !== undefined) return refused;
  const sort = query.get('sort') || 'dateModified';
  return {
    format,
    include,
    start: Math.max(0, integer(query.get('start')) ?? 0),
    limit: limitOf(query, format),
    sort,
    descending: query.has('direction') ? query.get('direction') === 'desc' : sort.startsWith('date'),
    since: integer(query.get('since')) ?? 0,
    itemKeys: query
      .get('itemKey')
      ?.split(',')
      .filter((key) => key !== ''),
  };
}
