/** Fields of a response that lead to the next page: cursors, links, and whether there are more. */
import { escapeToken } from '@haft/runtime/language';
import { objectShape } from './objects.ts';
import type { Follow } from './pointers.ts';
import { typesOf } from './scalars.ts';
import { nodeOf, type RawNode, textAt } from './values.ts';

export function normalName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

/** What is said of a JSON success. */
export interface PagedResponse {
  readonly raw: unknown;
  readonly headers: unknown;
}

type Wanted =
  | { readonly kind: 'cursor'; /** Normal name of the query parameter that takes it. */ readonly parameter: string }
  | { readonly kind: 'link' }
  | { readonly kind: 'more' };

/** Maps of a response that are about its pages. */
const CONTAINERS =
  /^(?:paging|pagination|page|pages|pageinfo|meta|metadata|responsemetadata|nextpage|next|cursors|links|listmeta)$/;
const MAX_DEPTH = 3;

/** Names of the field by that of the parameter, with the map that the field must be in where the name alone says too little. */
const CURSORS: Readonly<Record<string, { readonly field: RegExp; readonly inside?: RegExp }>> = {
  cursor: { field: /^(?:nextcursor|cursor|nextpagecursor)$/ },
  pagecursor: { field: /^next(?:page)?cursor$/ },
  startcursor: { field: /^nextcursor$/ },
  nextcursor: { field: /^nextcursor$/ },
  pagetoken: { field: /^nextpagetoken$/ },
  nextpagetoken: { field: /^nextpagetoken$/ },
  token: { field: /^next(?:page)?token$/ },
  nexttoken: { field: /^nexttoken$/ },
  continuationtoken: { field: /^(?:next)?continuationtoken$/ },
  continue: { field: /^continue$/, inside: /^metadata$/ },
  marker: { field: /^nextmarker$/ },
  offset: { field: /^offset$/, inside: /^nextpage$/ },
  after: { field: /^after$/, inside: /^(?:next|cursors)$/ },
};

/** Pointer to the field; undefined where there is none, or where it is not certain. */
export function foundIn(raw: unknown, wanted: Wanted, follow: Follow): string | undefined {
  const visit = (rawPart: unknown, pointer: string, inside: string, depth: number): string | undefined => {
    const properties = [...(objectShape(rawPart, follow)?.properties ?? [])];
    const own = properties.find(([name, property]) =>
      fits(normalName(name), nodeOf(follow(property).node), inside, wanted),
    );
    if (own) return `${pointer}/${escapeToken(own[0])}`;
    if (depth >= MAX_DEPTH) return undefined;
    for (const [name, property] of properties) {
      if (!CONTAINERS.test(normalName(name))) continue;
      const inner = visit(property, `${pointer}/${escapeToken(name)}`, normalName(name), depth + 1);
      if (inner !== undefined) return inner;
    }
    return undefined;
  };
  return visit(raw, '', '', 1);
}

function fits(name: string, schema: RawNode, inside: string, wanted: Wanted): boolean {
  const types = typesOf(schema).filter((type) => type !== 'null');
  const isText = types.length === 0 ? !('properties' in schema || 'allOf' in schema) : types.join() === 'string';
  if (wanted.kind === 'more')
    return types.join() === 'boolean' && /^(?:hasmore|hasnext|hasnextpage|more|moreresults|hasmoreresults)$/.test(name);
  if (wanted.kind === 'cursor') {
    const pair = Object.hasOwn(CURSORS, wanted.parameter) ? CURSORS[wanted.parameter] : undefined;
    return pair !== undefined && isText && pair.field.test(name) && (pair.inside?.test(inside) ?? true);
  }
  if (!isText) return false;
  if (/^(?:odata)?nextlink$|^next(?:page)?(?:url|uri|link|href)$/.test(name)) return true;
  return (name === 'next' || (name === 'href' && inside === 'next')) && isAddress(schema);
}

/** The document says that a text is an address. */
function isAddress(schema: RawNode): boolean {
  const example = textAt(schema, 'example') ?? '';
  return (
    /^ur[il](?:-reference)?$/.test(textAt(schema, 'format') ?? '') ||
    /^(?:https?:\/)?\/\S+$/.test(example) ||
    /\bur[il]s?\b|\blink\b/i.test(textAt(schema, 'description') ?? '')
  );
}
