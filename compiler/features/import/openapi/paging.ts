/** Pages of lists that a document describes for certain, as `paging:`; what only looks like pages is left to the author. */
import type { JsonObject } from '@haft/runtime/language';
import type { OperationContext } from './context.ts';
import { foundIn, normalName, type PagedResponse } from './page-fields.ts';
import type { Follow } from './pointers.ts';
import { declare, type RequestDraft } from './request-draft.ts';
import { pageList } from './result-table.ts';
import { typesOf } from './scalars.ts';
import { entriesOf, nodeOf, type RawNode, textAt } from './values.ts';

export interface Paging {
  /** `paging:` without its templates. */
  readonly keys: JsonObject & { readonly by: string };
  /** Pointer to the list in a page. */
  readonly items: string;
}

/** Names of parameters that select a page, without separators. */
const SELECTING =
  /^(?:page|pagenumber|pageno|pageindex|pagenum|currentpage|cursor|pagecursor|startcursor|nextcursor|pagetoken|nextpagetoken|nexttoken|continuationtoken|continue|marker|offset|after|startingafter|pageafter|since|skip|skiptoken|start)$/;
const PAGE_NUMBER = /^(?:page|pagenumber|pageno|pagenum|currentpage)$/;
const PAGE_SIZE =
  /^(?:perpage|pagesize|limit|pagelimit|maxresults|maxitems|size|count|top|pagelength|maxpagesize|resultsperpage|itemsperpage|max|rows)$/;

/** A list, and the parameters that may select a page of it. */
interface PagedList {
  readonly parameters: ReadonlyMap<string, RawNode>;
  /** Names of optional parameters that seem to select a page: the first request goes without it. */
  readonly selecting: readonly string[];
  readonly response: PagedResponse;
  /** Pointer to the list in a page. */
  readonly items: string;
  readonly follow: Follow;
}

/** `unsure`: a query parameter that seems to select a page, where nothing says how the next one is found. */
export function pagingOf(
  parameters: ReadonlyMap<string, RawNode>,
  response: PagedResponse,
  follow: Follow,
): Paging | { readonly unsure: string } | undefined {
  const items = pageList(response.raw, follow);
  if (items === undefined) return undefined;
  const named = [...parameters.keys()].filter((name) => SELECTING.test(normalName(name)));
  const selecting = named.filter((name) => parameters.get(name)?.['required'] !== true);
  const list = { parameters, selecting, response, items, follow };
  const keys = byLink(list) ?? byField(list) ?? byNumber(list);
  if (keys) return { keys: { ...keys, ...(items !== '' && { items }) }, items };
  const unsure = named.find((name) => !/^(?:since|start|after)$/.test(normalName(name)));
  return unsure === undefined ? undefined : { unsure };
}

type Keys = JsonObject & { readonly by: string };

/** A header whose text says that it leads to the next page (RFC 8288). */
function byLink(list: PagedList): Keys | undefined {
  const [, link] = entriesOf(list.response.headers).find(([name]) => /^link$/i.test(name)) ?? [];
  const text = JSON.stringify(list.follow(link).node) ?? '';
  return /rel=[\\"']*next|next page|paginat/i.test(text) ? withQuery({ by: 'link' }, list) : undefined;
}

/** Where the links differ, so that a later call can go on: a parameter that can be nothing but the place of a page. */
function withQuery(keys: Keys, { selecting, parameters, follow }: PagedList): Keys {
  const isSure = (name: string): boolean => {
    const node = parameters.get(name);
    const about = textAt(node, 'description') ?? '';
    if (normalName(name) === 'since') return typeOf(node, follow) === 'integer' && /\bid\b/i.test(about);
    return !OFTEN_FILTERS.test(normalName(name)) || (/\bpag|cursor|token/i.test(about) && !/date|time/i.test(about));
  };
  const sure = selecting.filter(isSure);
  const query = sure.find((name) => PAGE_NUMBER.test(normalName(name))) ?? sure[0];
  return query === undefined ? keys : { ...keys, query };
}

/** Names that also say which items are wanted. */
const OFTEN_FILTERS = /^(?:after|start|skip|continue|marker)$/;

/** The address of the next page in the response, or a cursor that a parameter takes. */
function byField(list: PagedList): Keys | undefined {
  const { selecting, response, follow } = list;
  const link = foundIn(response.raw, { kind: 'link' }, follow);
  if (link !== undefined) return withQuery({ by: 'next', pointer: link }, list);
  for (const query of selecting) {
    const pointer = foundIn(response.raw, { kind: 'cursor', parameter: normalName(query) }, follow);
    if (pointer !== undefined) return { by: 'cursor', pointer, query };
  }
  return undefined;
}

/** Numbers of pages, from the first that the document names, until a list at the root is empty or the response says so. */
function byNumber({ selecting, parameters, response, items, follow }: PagedList): Keys | undefined {
  const query = selecting.find((name) => PAGE_NUMBER.test(normalName(name)));
  const node = query === undefined ? undefined : parameters.get(query);
  if (query === undefined || node === undefined || typeOf(node, follow) !== 'integer') return undefined;
  const first = firstOf(node, follow);
  const pointer = foundIn(response.raw, { kind: 'more' }, follow);
  const hasSize = [...parameters.keys()].some((name) => PAGE_SIZE.test(normalName(name)));
  if (first === undefined || (pointer === undefined && !(items === '' && hasSize))) return undefined;
  return { by: 'page', query, ...(pointer !== undefined && { pointer }), ...(first === 0 && { first }) };
}

const STATED_FIRST =
  /\b(?:start\w*|begin\w*|first|default\w*|from|index\w*|based)\b[^.\d]{0,30}\b([01])\b|\b([01])-(?:based|indexed)/i;

function firstOf(node: RawNode, follow: Follow): 0 | 1 | undefined {
  const schema = nodeOf(follow(node['schema']).node);
  const description = `${textAt(node, 'description') ?? ''} ${textAt(schema, 'description') ?? ''}`;
  const [, stated] = STATED_FIRST.exec(description) ?? [];
  const value = schema['default'] ?? schema['minimum'] ?? (stated === undefined ? undefined : Number(stated));
  return value === 0 || value === 1 ? value : undefined;
}

function typeOf(node: RawNode | undefined, follow: Follow): string | undefined {
  const types = typesOf(nodeOf(follow(node?.['schema']).node)).filter((type) => type !== 'null');
  return types.length === 1 ? types[0] : undefined;
}

/** The parameter that selects a page becomes the cursor of an earlier result, the number of items of a page that of a call. */
export function addPaging(draft: RequestDraft, { keys }: Paging, context: OperationContext): JsonObject {
  const { query } = keys;
  const size = [...draft.queryNodes.keys()]
    .filter((name) => PAGE_SIZE.test(normalName(name)))
    .map((name) => ({ name, variable: variableIn(draft.query[name]) ?? '' }))
    .find(({ variable }) => draft.parameters[variable]?.type === 'integer');
  const limit = size && { limit: `{${size.variable}}` };
  if (typeof query !== 'string') return { ...keys, ...limit };
  const replaced = variableIn(draft.query[query]);
  const isNumber = replaced !== undefined && /^(?:integer|number)$/.test(String(draft.parameters[replaced]?.type));
  delete draft.query[query];
  if (replaced !== undefined) delete draft.parameters[replaced];
  if (size && PAGE_NUMBER.test(normalName(query))) fixSize(draft, size);
  const description = 'Value of `next` of the last result; empty for the first page.';
  // An empty text is the first page; what fills in all arguments takes the default.
  const schema = { type: 'string' as const, default: '', ...(isNumber && { pattern: NUMBERED }) };
  const cursor = { name: 'cursor', place: 'next', raw: {}, required: false, schema, description };
  const sent = declare(draft, cursor, context);
  return { ...keys, ...limit, ...('variable' in sent && { resume: `{${sent.variable}}` }) };
}

/** The cursors of the runtime where pages have numbers. */
const NUMBERED = String.raw`^\d{0,15}(\+\d{1,15})?$`;

/** Items between pages would be lost if the second call had pages of another size than the first. */
function fixSize(
  { query, parameters }: RequestDraft,
  { name, variable }: Readonly<Record<'name' | 'variable', string>>,
) {
  const { maximum, description = '' } = parameters[variable] ?? {};
  const [, stated] = /\bmax(?:imum)?\b[^.\d]{0,30}(\d{1,4})\b/i.exec(description) ?? [];
  const most = maximum ?? Number(stated);
  if (most >= 1 && most <= MAX_PAGE_SIZE) query[name] = String(most);
  else delete query[name];
}

/** Items that are fetched for a call that may want fewer. */
const MAX_PAGE_SIZE = 100;

function variableIn(value: unknown): string | undefined {
  return typeof value === 'string' ? /^\{(\w+)\}$/.exec(value)?.[1] : undefined;
}
