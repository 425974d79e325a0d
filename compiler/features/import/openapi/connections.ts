/** The connections of a server: one for each address and kind of credentials that its tools need, and their base addresses. */
import type { JsonObject } from '@haft/runtime/language';
import { groupBy } from '../../../base/groups.ts';
import { withoutEmpty } from '../builders.ts';
import { upperName, freeName, literal } from '../literal.ts';
import {
  type KeyScheme,
  type Requirement,
  type Scheme,
  alternativesOf,
  chosenRequirement,
  isSent,
  keysOf,
  mainRequirement,
  sharedKeys,
  signatureOf,
} from './auth.ts';
import { credentialName } from './credentials.ts';
import type { ServerContext } from './context.ts';
import type { Operation } from './operations.ts';
import { cleanText, firstSentence, shortenText } from './text.ts';
import { entriesOf, listAt, nodeOf, textAt, textsAt } from './values.ts';

export interface Connection {
  readonly name: string;
  readonly spec: JsonObject;
  readonly base: BaseUrl;
  readonly requirement: Requirement;
  /** Keys that stand in the query of each request: parameter → template. */
  readonly query: Readonly<Record<string, string>>;
}

/** How far tools need the credentials of a connection. */
interface Need {
  /** Some operations of the server need none at all, so that it is useful without. */
  readonly isUseful: boolean;
  /** Those of the connection can do without. */
  readonly isOpen: boolean;
}

const ALWAYS: Need = { isUseful: false, isOpen: false };

/** Each operation with its connection, and all connections in the order in which they are needed. */
export function connectionsFor(operations: readonly Operation[], context: ServerContext) {
  const shared = sharedKeys(operations, context);
  const alternatives = operations.map((operation) => alternativesOf(operation, shared, context));
  const main = mainRequirement(alternatives);
  const isEmpty = (requirement: Requirement): boolean => requirement.length === 0;
  const byKey = new Map<string, Connection>();
  const chosen = alternatives.map((one) => chosenRequirement(one, main));
  const scoped = withAllScopes(chosen);
  const open = alternatives.map((one) => one.some(isEmpty));
  const openOnes = new Set(chosen.filter((_, at) => open[at]).map(signatureOf));
  const connected = operations.map((operation, at) => {
    const requirement = scoped[at] ?? [];
    const base = baseOf(operation, context);
    const key = `${base.url} ${signatureOf(requirement)}`;
    const need = { isUseful: open.includes(true), isOpen: openOnes.has(signatureOf(requirement)) };
    const connection = byKey.get(key) ?? connectionOf(base, requirement, need, [...byKey.values()], context);
    byKey.set(key, connection);
    return { operation, connection };
  });
  return { connected, all: [...byKey.values()] };
}

/** One token serves all tools of a scheme, so that it needs the scopes of each. */
function withAllScopes(chosen: readonly Requirement[]): readonly Requirement[] {
  const clients = chosen.flat().flatMap((scheme) => (scheme.kind === 'client' ? [scheme] : []));
  const byScheme = groupBy(clients, ({ id }) => id);
  const scopesOf = (id: string): string[] => [...new Set((byScheme.get(id) ?? []).flatMap(({ scopes }) => scopes))];
  return chosen.map((requirement) =>
    requirement.map((one) => (one.kind === 'client' ? { ...one, scopes: scopesOf(one.id) } : one)),
  );
}

function baseOf({ servers }: Operation, context: ServerContext): BaseUrl {
  const option = context.options.base_url;
  if (option !== undefined) return { url: option.replace(/(?<!\/)\/+$/, '') };
  return baseUrl(servers.length > 0 ? servers : listAt(context.root, 'servers'), context);
}

function connectionOf(
  base: BaseUrl,
  requirement: Requirement,
  need: Need,
  others: readonly Connection[],
  context: ServerContext,
): Connection {
  const isAlways = (scheme: Scheme): boolean => scheme.kind === 'key' && scheme.isRequired === true;
  const sent = sendable(requirement).map((scheme) =>
    sentAs(scheme, requirement, isAlways(scheme) ? ALWAYS : need, context),
  );
  const cookies = sent.flatMap(({ headers: { Cookie = [] } = {} }) => Cookie);
  const headers: Record<string, string> = {
    ...Object.assign({}, ...sent.map((one) => one.headers ?? {})),
    ...(cookies.length > 0 && { Cookie: cookies.join('; ') }),
  };
  const auth = sent.find((one) => one.auth)?.auth;
  const variables = sent.flatMap((one) => one.variables);
  const rejected = {
    error: `${literal(context.title)} rejected the credentials.`,
    retry_hint: `Ask the user to check ${variables.join(' and ')}. Do not retry.`,
  };
  const errors = variables.length > 0 ? { 401: rejected } : undefined;
  const spec: JsonObject = withoutEmpty({ base_url: base.url, headers, auth, errors });
  const query: Record<string, string> = Object.assign({}, ...sent.map((one) => one.query ?? {}));
  return { name: nameOf(requirement, others), spec, base, requirement, query };
}

/** One request has one Authorization header. */
function sendable(requirement: Requirement): Requirement {
  const authorizing = requirement.filter((scheme) => isSent(AUTHORIZATION, keysOf([scheme])));
  const used = authorizing.find(({ kind }) => kind === 'basic' || kind === 'client') ?? authorizing.at(-1);
  return requirement.filter((scheme) => scheme === used || !authorizing.includes(scheme));
}

const AUTHORIZATION = { place: 'header', name: 'Authorization' };

/** `api`, and the others by what is different about them. */
function nameOf(requirement: Requirement, others: readonly Connection[]): string {
  const isTaken = (wanted: string): boolean => others.some(({ name }) => name === wanted);
  const other = `api-${requirement[0]?.kind ?? 'open'}`;
  return isTaken('api') ? freeName(other, isTaken, (count) => `${other}-${count}`) : 'api';
}

interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly auth?: JsonObject;
  /** Names of its variables. */
  readonly variables: readonly string[];
}

function sentAs(scheme: Scheme, requirement: Requirement, need: Need, context: ServerContext): Sent {
  const { environment } = context;
  const prefix = upperName(context.server);
  const declare = (name: string, what: string, secret = true): string => {
    const about = firstSentence(scheme.about, 200);
    const description = `${what} of ${context.title}.${about === '' ? '' : ` ${about}`}`;
    environment.add(name, { description, ...(secret && { secret }), ...(need.isUseful && { optional: true }) });
    return need.isOpen ? `{env.${name}|}` : `{env.${name}}`;
  };
  if (scheme.kind === 'key') {
    const { place, name } = scheme;
    const variable = keyName(scheme, requirement, context);
    const value = declare(variable, 'API key');
    if (place === 'query') return { query: { [name]: value }, variables: [variable] };
    const header = place === 'cookie' ? { Cookie: `${name}=${value}` } : { [name]: value };
    return { headers: header, variables: [variable] };
  }
  if (scheme.kind === 'basic') {
    const user = environment.nameFor('basic user', `${prefix}_USER`);
    const password = environment.nameFor('basic password', `${prefix}_PASSWORD`);
    const basic = { user: declare(user, 'User name', false), password: declare(password, 'Password') };
    return { auth: { basic }, variables: [user, password] };
  }
  if (scheme.kind === 'client') {
    const id = environment.nameFor('clientid', `${prefix}_CLIENT_ID`);
    const secret = environment.nameFor('clientsecret', `${prefix}_CLIENT_SECRET`);
    const { tokenUrl, scopes } = scheme;
    const request = withoutEmpty({
      token_url: tokenUrl,
      client_id: declare(id, 'Client identifier', false),
      client_secret: declare(secret, 'Client secret'),
      scope: scopes.length > 0 ? scopes.join(' ') : undefined,
    });
    return { auth: { client_credentials: request }, variables: [id, secret] };
  }
  const name = environment.nameFor('bearer', `${prefix}_TOKEN`);
  const value = declare(name, scheme.kind === 'user' ? 'Access token of a user' : 'Access token');
  // A prefix before an empty token would be sent, so that a token may only be left out together with it.
  const word = scheme.kind === 'bearer' ? scheme.prefix : 'Bearer';
  return { headers: { Authorization: `${word} ${value}` }, variables: [name] };
}

/** Several keys are told apart by their own names. */
function keyName({ name }: KeyScheme, requirement: Requirement, { server, environment }: ServerContext): string {
  const keys = requirement.filter(({ kind }) => kind === 'key');
  const own = `${upperName(server)}_${upperName(name)}`;
  const first = keys.length > 1 || /^authorization$/i.test(name) ? own : `${upperName(server)}_API_KEY`;
  return environment.nameFor(credentialName(name), first, own);
}

/** The address of a service: that of the document, with its variables, or one that the user gives. */
interface BaseUrl {
  /** A template. */
  readonly url: string;
  /** Why the user has to look at it. */
  readonly todo?: string;
}

type BaseUrlContext = Pick<ServerContext, 'server' | 'source' | 'environment'>;

/** The first https server, else the first one. */
function baseUrl(servers: readonly unknown[], context: BaseUrlContext): BaseUrl {
  const named = servers.map(nodeOf).filter((server) => textAt(server, 'url') !== undefined);
  const server = named.find((one) => /^https:/i.test(textAt(one, 'url') ?? '')) ?? named[0];
  const text = (textAt(server, 'url') ?? '').trim().split(/[?#]/)[0] ?? '';
  const whole = fillVariables(absolute(text, context.source), nodeOf(server?.['variables']), context);
  const url = whole.replace(/(?<!:|\/)\/+$/, '').replace(/^https?/i, (scheme) => scheme.toLowerCase());
  if (/^https:\/\/[^/\s]/.test(url) || /^http:\/\/(?:localhost|127\.|\[::1\])/i.test(url)) return { url };
  if (/^http:\/\/[^/\s]/.test(url))
    return { url, todo: 'The document uses plain http. Write https if the service supports it.' };
  const variable = `${upperName(context.server)}_URL`;
  const path = url.startsWith('/') ? url : '';
  context.environment.add(variable, { description: `Base URL of the service, such as https://host${path}.` });
  const rest = path === '' ? '' : `, only the path ${path}`;
  return { url: `{env.${variable}}`, todo: `The document names no host${rest}.` };
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
function fillVariables(
  url: string,
  variables: Readonly<Record<string, unknown>>,
  { server, environment }: BaseUrlContext,
): string {
  const byName = new Map(entriesOf(variables));
  return url.replaceAll(/\{([^{}]*)\}/g, (_all, name: string) => {
    const variable = nodeOf(byName.get(name));
    const fallback = textAt(variable, 'default') ?? textsAt(variable, 'enum')[0];
    const isFixed = textsAt(variable, 'enum').length === 1 && fallback !== undefined;
    if (isFixed) return fallback;
    const env = `${upperName(server)}_${upperName(name)}`;
    const choices = textsAt(variable, 'enum').slice(0, 12);
    const written = textAt(variable, 'description') ?? `Part "${name}" of the address of the service.`;
    const about = shortenText(cleanText(written), 200);
    const more = choices.length > 1 ? `One of ${choices.join(', ')}.` : '';
    const description = [about, more].filter((one) => one !== '').join(' ');
    const usable = fallback !== undefined && /^[^{}|\s]+$/.test(fallback);
    environment.add(env, { description, ...(usable && { optional: true }) });
    return usable ? `{env.${env}|${fallback}}` : `{env.${env}}`;
  });
}
