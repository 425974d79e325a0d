/** Which credentials an operation needs, and how a connection sends them: always from the environment. */
import { groupBy } from '../../../base/groups.ts';
import { isHeaderName } from '../literal.ts';
import type { DocumentRoot as Document, SentKey } from './context.ts';
import { isCredential } from './credentials.ts';
import { type Operation, securityOf } from './operations.ts';
import { type RawNode, entriesOf, memberOf, nodeOf, parameterSchema, textAt, textsAt } from './values.ts';
import { upgradedRequest } from './swagger.ts';

interface NamedScheme {
  readonly id: string;
  readonly about: string;
}

export interface KeyScheme extends NamedScheme {
  readonly kind: 'key';
  readonly place: KeyPlace;
  readonly name: string;
  /** Also where no credentials are needed. */
  readonly isRequired?: true;
}

export type Scheme =
  | KeyScheme
  | (NamedScheme & { readonly kind: 'bearer'; readonly prefix: string })
  | (NamedScheme & { readonly kind: 'basic' })
  /** `state` follows the name of the scheme in a sentence. */
  | (NamedScheme & { readonly kind: 'unknown'; readonly state: string })
  | (NamedScheme & { readonly kind: 'client'; readonly tokenUrl: string; readonly scopes: readonly string[] })
  /** A token that a user has to get; sent as a bearer token. */
  | (NamedScheme & { readonly kind: 'user'; readonly authorizeAt?: string });

type KeyPlace = 'header' | 'query' | 'cookie';

/** Schemes that are sent together. */
export type Requirement = readonly Scheme[];

const COST: Readonly<Record<Scheme['kind'], number>> = {
  bearer: 1,
  key: 2,
  basic: 3,
  client: 4,
  user: 5,
  unknown: 100,
};

/** The alternatives of an operation with the keys that all operations have, the cheapest first; one that is empty where none is needed. */
export function alternativesOf(
  operation: Operation,
  implied: readonly KeyScheme[],
  document: Document,
): readonly Requirement[] {
  const { root, follow } = document;
  const schemes = nodeOf(memberOf(root['components'], 'securitySchemes'));
  const requirements = securityOf(operation, root);
  const all = requirements.map((alternative) =>
    entriesOf(alternative).map(([id]) => schemeOf(id, nodeOf(follow(schemes[id]).node), textsAt(alternative, id))),
  );
  const named = all.length > 0 ? all : [[]];
  // That nothing is needed is an alternative of its own, which is not chosen where there is another one.
  const isOpen = (requirement: Requirement): boolean => requirement.length === 0 && all.some((one) => one.length > 0);
  const withImplied = (requirement: Requirement): Requirement => [
    ...requirement,
    ...implied.filter((key) => !isSent(key, keysOf(requirement))),
  ];
  const full = named.map((one) => (isOpen(one) ? one : withImplied(one)));
  return full.sort((a, b) => costOf(a) - costOf(b));
}

function costOf(requirement: Requirement): number {
  return requirement.reduce((sum, { kind }) => sum + COST[kind], 0);
}

/** The headers, cookies and parameters that a requirement takes. */
export function keysOf(requirement: Requirement): readonly SentKey[] {
  return requirement.map((scheme) => (scheme.kind === 'key' ? scheme : { place: 'header', name: 'Authorization' }));
}

export function isSent({ place, name }: SentKey, keys: readonly SentKey[]): boolean {
  return keys.some((key) => key.place === place && key.name.toLowerCase() === name.toLowerCase());
}

/** Required parameters of every operation that are keys, though no scheme says so; those of some operations are theirs alone. */
export function sharedKeys(operations: readonly Operation[], document: Document): readonly KeyScheme[] {
  const [first = [], ...others] = operations.map((operation) => secretParameters(operation, document));
  return first.filter((key) => others.every((keys) => isSent(key, keys)));
}

function secretParameters(operation: Operation, document: Document): KeyScheme[] {
  const { root, isSwagger, follow } = document;
  const { parameters } = isSwagger ? upgradedRequest(root, operation.node, operation.parameters, follow) : operation;
  return parameters.flatMap((raw): KeyScheme[] => {
    const parameter = nodeOf(follow(raw).node);
    const { in: place, name } = parameter;
    if (typeof name !== 'string' || !isKeyPlace(place) || parameter['required'] !== true) return [];
    const description = textAt(parameter, 'description') ?? '';
    if (!isCredential({ name, place, raw: parameterSchema(parameter), description }, operation, document)) return [];
    return [{ kind: 'key', id: name, place, name, about: description, isRequired: true }];
  });
}

function isKeyPlace(place: unknown): place is KeyPlace {
  return place === 'header' || place === 'query' || place === 'cookie';
}

function schemeOf(id: string, scheme: RawNode, scopes: readonly string[]): Scheme {
  const named = { id, about: textAt(scheme, 'description') ?? '' };
  const type = String(scheme['type']).toLowerCase();
  const place = scheme['in'];
  const name = textAt(scheme, 'name');
  if (type === 'apikey' && name !== undefined && isKeyPlace(place) && (place === 'query' || isHeaderName(name)))
    return { kind: 'key', ...named, place, name };
  if (type === 'http') return httpScheme(named, textAt(scheme, 'scheme') ?? '');
  if (type === 'oauth2') return oauthScheme(named, nodeOf(scheme['flows']), scopes);
  if (type === 'openidconnect') return userScheme(named, textAt(scheme, 'openIdConnectUrl'));
  return { kind: 'unknown', ...named, state: UNSUPPORTED };
}

const UNSUPPORTED = 'is not supported';

/** Digest and others need an exchange, which no header from the environment can make. */
const EXCHANGES = /^(?:digest|hoba|mutual|scram.*|negotiate|hawk|aws.*|dpop|vapid)$/;

function httpScheme(named: NamedScheme, text: string): Scheme {
  const scheme = text.trim().toLowerCase();
  if (scheme === 'basic') return { kind: 'basic', ...named };
  if (scheme === 'bearer' || scheme === '') return { kind: 'bearer', ...named, prefix: 'Bearer' };
  const isHeader = /^[a-z][a-z0-9_-]*$/.test(scheme) && !EXCHANGES.test(scheme);
  return isHeader
    ? { kind: 'bearer', ...named, prefix: text.trim() }
    : { kind: 'unknown', ...named, state: UNSUPPORTED };
}

function oauthScheme(named: NamedScheme, flows: RawNode, scopes: readonly string[]): Scheme {
  const tokenUrl = textAt(flows['clientCredentials'], 'tokenUrl');
  if (tokenUrl !== undefined && /^https:\/\/[^\s{}]+$/.test(tokenUrl))
    return { kind: 'client', ...named, tokenUrl, scopes };
  const others = ['authorizationCode', 'implicit', 'password', 'deviceAuthorization'].filter((flow) => flow in flows);
  if (tokenUrl !== undefined && others.length === 0)
    return { kind: 'unknown', ...named, state: 'gives tokens at an address without https' };
  const code = textAt(flows['authorizationCode'], 'authorizationUrl');
  return userScheme(named, code ?? textAt(flows['implicit'], 'authorizationUrl'));
}

function userScheme(named: NamedScheme, authorizeAt: string | undefined): Scheme {
  return { kind: 'user', ...named, ...(authorizeAt !== undefined && { authorizeAt }) };
}

/** The same text for the same credentials in the same places: a key has no other identity. */
export function signatureOf(requirement: Requirement): string {
  return requirement
    .map((one) => (one.kind === 'key' ? `key ${one.place} ${one.name}` : `${one.kind} ${one.id}`))
    .sort()
    .join(' + ');
}

/** Of all operations: the requirement that fits most of them, so that one connection serves them; one that can be sent, if there is any. */
export function mainRequirement(all: readonly (readonly Requirement[])[]): Requirement {
  const each = all.flatMap((one) => [
    ...new Map(one.map((requirement) => [signatureOf(requirement), requirement])).values(),
  ]);
  const real = each.filter(({ length }) => length > 0);
  const sent = real.filter((one) => one.every(({ kind }) => kind !== 'unknown'));
  const groups = groupBy(sent.length > 0 ? sent : real, signatureOf);
  const ranked = [...groups.values()].sort((a, b) => b.length - a.length || costOf(a[0]) - costOf(b[0]));
  return ranked[0]?.[0] ?? [];
}

/** The main one where it is enough, else the cheapest; none where the document asks for none. */
export function chosenRequirement(alternatives: readonly Requirement[], main: Requirement): Requirement {
  const wanted = signatureOf(main);
  const fitting = alternatives.find((one) => signatureOf(one) === wanted);
  return fitting ?? alternatives.find((one) => one.length > 0) ?? [];
}
