/** The address of a service: that of the document, with its variables, or one that the user gives. */
import { upperName } from '../environment.ts';
import type { ServerContext } from './context.ts';
import { cleaned, shortened } from './text.ts';
import { entriesOf, nodeOf, textAt, textsAt } from './values.ts';

export interface BaseUrl {
  /** A template. */
  readonly url: string;
  /** Why the user has to look at it. */
  readonly todo?: string;
}

type BaseUrlContext = Pick<ServerContext, 'server' | 'source' | 'environment'>;

/** The first https server, else the first one. */
export function baseUrl(servers: readonly unknown[], context: BaseUrlContext): BaseUrl {
  const named = servers.map(nodeOf).filter((server) => textAt(server, 'url') !== undefined);
  const server = named.find((one) => /^https:/i.test(textAt(one, 'url') ?? '')) ?? named[0];
  const given = (textAt(server, 'url') ?? '').trim().split(/[?#]/)[0] ?? '';
  const url = filled(absolute(given, context.source), nodeOf(server?.['variables']), context).replace(
    /(?<!:|\/)\/+$/,
    '',
  );
  if (/^https:\/\/[^/\s]/i.test(url) || /^http:\/\/(?:localhost|127\.|\[::1\])/i.test(url))
    return { url: lowerScheme(url) };
  if (/^http:\/\/[^/\s]/i.test(url)) {
    return { url: lowerScheme(url), todo: 'The document uses plain http. Write https if the service supports it.' };
  }
  const variable = `${upperName(context.server)}_URL`;
  context.environment.add(variable, {
    description: `Base URL of the service, such as https://host${url.startsWith('/') ? url : ''}.`,
  });
  const path = url.startsWith('/') ? url : '';
  return {
    url: `{env.${variable}}`,
    todo: `The document names no host${path === '' ? '' : `, only the path ${path}`}.`,
  };
}

function lowerScheme(url: string): string {
  return url.replace(/^https?/i, (scheme) => scheme.toLowerCase());
}

function absolute(url: string, source: string): string {
  if (url.startsWith('//')) return `https:${url}`;
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(url) || url.startsWith('{')) return url;
  if (/^https?:\/\//i.test(source) && URL.canParse(url, source)) {
    // Braces of variables stay.
    return new URL(url === '' ? '/' : url, source).href.replaceAll('%7B', '{').replaceAll('%7D', '}');
  }
  if (/^[\w-]+(?:\.[\w-]+)+(?:[:/].*)?$/.test(url)) return `https://${url}`;
  return url;
}

/** A variable becomes one of the environment, with the default of the document. */
function filled(
  url: string,
  variables: Readonly<Record<string, unknown>>,
  { server, environment }: BaseUrlContext,
): string {
  const known = new Map(entriesOf(variables));
  return url.replaceAll(/\{([^{}]*)\}/g, (_all, name: string) => {
    const variable = nodeOf(known.get(name));
    const fallback = textAt(variable, 'default') ?? textsAt(variable, 'enum')[0];
    const isFixed = textsAt(variable, 'enum').length === 1 && fallback !== undefined;
    if (isFixed) return fallback;
    const env = `${upperName(server)}_${upperName(name)}`;
    const choices = textsAt(variable, 'enum').slice(0, 12);
    const about = shortened(
      cleaned(textAt(variable, 'description') ?? `Part "${name}" of the address of the service.`),
      200,
    );
    const description = [about, choices.length > 1 ? `One of ${choices.join(', ')}.` : '']
      .filter((one) => one !== '')
      .join(' ');
    const usable = fallback !== undefined && /^[^{}|\s]+$/.test(fallback);
    environment.add(env, { description, ...(usable && { optional: true }) });
    return usable ? `{env.${env}|${fallback}}` : `{env.${env}}`;
  });
}
