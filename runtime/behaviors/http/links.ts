/** Links that a service names: the Link header (RFC 8288), and addresses that stay on an origin. */

/** The target of the first link with this relation; links about something else (`anchor`) are left out. */
export function linkTo(relation: string, header: string): string | undefined {
  for (const [, target, rest = ''] of header.matchAll(/<([^<>]*)>((?:[^",<]|"(?:[^"\\]|\\.)*")*)/g)) {
    const names = parametersIn(rest);
    const relations = (names.get('rel') ?? '').toLowerCase().split(/\s+/);
    if (relations.includes(relation) && !names.has('anchor')) return target;
  }
  return undefined;
}

/** The first of each name counts (RFC 8288 §3.3). */
function parametersIn(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', value = ''] of text.matchAll(/;\s*([^\s=;,"]+)\s*(?:=\s*("(?:[^"\\]|\\.)*"|[^\s",;]*))?/g)) {
    const key = name.toLowerCase();
    if (!found.has(key)) found.set(key, value.replace(/^"([^]*)"$/, '$1').replaceAll(/\\(.)/g, '$1'));
  }
  return found;
}

/** The address that a link means where it is on the origin of `here`: credentials go nowhere else. */
export function onOrigin(link: string, here: URL): URL | undefined {
  if (!URL.canParse(link, here.href)) return undefined;
  const url = new URL(link, here);
  url.username = '';
  url.password = '';
  url.hash = '';
  return url.origin === here.origin ? url : undefined;
}
