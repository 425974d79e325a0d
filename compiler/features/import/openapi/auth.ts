/** Which credentials an operation needs, and how a connection sends them: always from the environment. */
import { isHeaderName } from '../literal.ts';
import type { DocumentContext, SentKey } from './context.ts';
import { isCredential } from './credentials.ts';
import type { Operation } from './operations.ts';
import { type RawNode, entriesOf, listAt, memberOf, nodeOf, parameterSchema, textAt, textsAt } from './values.ts';
import { upgradedRequest } from './swagger.ts';

export type Scheme =
  | { readonly kind: 'bearer'; readonly id: string; readonly prefix: string; readonly about: string }
  | {
      readonly kind: 'key';
      readonly id: string;
      readonly place: KeyPlace;
      readonly name: string;
      readonly about: string;
    }
  | { readonly kind: 'basic'; readonly id: string; readonly about: string }
  | {
      readonly kind: 'client';
      readonly id: string;
      readonly tokenUrl: string;
      readonly scopes: readonly string[];
      readonly about: string;
    }
  /** A token that a user has to get; sent as a bearer token. */
  | { readonly kind: 'user'; readonly id: string; readonly about: string; readonly authorizeAt?: string }
  | { readonly kind: 'unknown'; readonly id: string; readonly about: string };

export type KeyScheme = Extract<Scheme, { kind: 'key' }>;

type Document = Pick<DocumentContext, 'root' | 'isSwagger' | 'follow'>;

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

/** The alternatives of an operation, the cheapest first; one that is empty where none is needed. */
export function alternativesOf(operation: Operation, document: Document): readonly Requirement[] {
  const { root, follow } = document;
  const schemes = nodeOf(memberOf(root['components'], 'securitySchemes'));
  const requirements = 'security' in operation.node ? listAt(operation.node, 'security') : listAt(root, 'security');
  const implied = secretParameters(operation, document);
  const all = requirements.map((alternative) => {
    return entriesOf(alternative).map(([id]) => {
      const scopes = textsAt(alternative, id);
      return schemeOf(id, nodeOf(follow(schemes[id]).node), scopes);
    });
  });
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

/** Required parameters that are keys, though no scheme says so. */
function secretParameters(operation: Operation, document: Document): KeyScheme[] {
  const { root, isSwagger, follow } = document;
  const { parameters } = isSwagger ? upgradedRequest(root, operation.node, operation.parameters, follow) : operation;
  return parameters.flatMap((raw): KeyScheme[] => {
    const parameter = nodeOf(follow(raw).node);
    const { in: place, name } = parameter;
    if (typeof name !== 'string' || !isKeyPlace(place) || parameter['required'] !== true) return [];
    const description = textAt(parameter, 'description') ?? '';
    if (!isCredential({ name, place, raw: parameterSchema(parameter), description }, operation, document)) return [];
    return [{ kind: 'key', id: name, place, name, about: description }];
  });
}

function isKeyPlace(place: unknown): place is KeyPlace {
  return place === 'header' || place === 'query' || place === 'cookie';
}

function schemeOf(id: string, scheme: RawNode, scopes: readonly string[]): Scheme {
  const about = textAt(scheme, 'description') ?? '';
  const type = String(scheme['type']).toLowerCase();
  const place = scheme['in'];
  const name = textAt(scheme, 'name');
  if (type === 'apikey' && name !== undefined && isKeyPlace(place) && (place === 'query' || isHeaderName(name)))
    return { kind: 'key', id, place, name, about };
  if (type === 'http') return httpScheme(id, textAt(scheme, 'scheme') ?? '', about);
  if (type === 'oauth2') return oauthScheme(id, nodeOf(scheme['flows']), scopes, about);
  if (type === 'openidconnect') return userScheme(id, textAt(scheme, 'openIdConnectUrl'), about);
  return { kind: 'unknown', id, about };
}

function httpScheme(id: string, text: string, about: string): Scheme {
  const scheme = text.trim().toLowerCase();
  if (scheme === 'basic') return { kind: 'basic', id, about };
  if (scheme === 'bearer' || scheme === '') return { kind: 'bearer', id, prefix: 'Bearer', about };
  // Digest and others need an exchange, which no header from the environment can make.
  if (
    /^[a-z][a-z0-9_-]*$/.test(scheme) &&
    !/^(?:digest|hoba|mutual|scram.*|negotiate|hawk|aws.*|dpop|vapid)$/.test(scheme)
  )
    return { kind: 'bearer', id, prefix: text.trim(), about };
  return { kind: 'unknown', id, about };
}

function oauthScheme(id: string, flows: RawNode, scopes: readonly string[], about: string): Scheme {
  const tokenUrl = textAt(flows['clientCredentials'], 'tokenUrl');
  if (tokenUrl !== undefined && /^https:\/\/[^\s{}]+$/.test(tokenUrl))
    return { kind: 'client', id, tokenUrl, scopes, about };
  const authorizeAt =
    textAt(flows['authorizationCode'], 'authorizationUrl') ?? textAt(flows['implicit'], 'authorizationUrl');
  return userScheme(id, authorizeAt, about);
}

function userScheme(id: string, authorizeAt: string | undefined, about: string): Scheme {
  return { kind: 'user', id, about, ...(authorizeAt !== undefined && { authorizeAt }) };
}

/** The same text for the same credentials in the same places: a key has no other identity. */
export function signatureOf(requirement: Requirement): string {
  return requirement
    .map((one) => (one.kind === 'key' ? `key ${one.place} ${one.name}` : `${one.kind} ${one.id}`))
    .sort()
    .join(' + ');
}

/** Of all operations: the requirement that fits most of them, so that one connection serves them. */
export function mainRequirement(all: readonly (readonly Requirement[])[]): Requirement {
  const counts = new Map<string, { count: number; requirement: Requirement }>();
  for (const alternatives of all) {
    for (const [signature, requirement] of new Map(alternatives.map((one) => [signatureOf(one), one]))) {
      const counted = counts.get(signature) ?? { count: 0, requirement };
      if (requirement.length > 0) counts.set(signature, { ...counted, count: counted.count + 1 });
    }
  }
  const ranked = [...counts.values()].sort(
    (a, b) => b.count - a.count || costOf(a.requirement) - costOf(b.requirement),
  );
  return ranked[0]?.requirement ?? [];
}

/** The main one where it is enough, else the cheapest; none where the operation says that it needs none. */
export function chosenRequirement(
  operation: Operation,
  alternatives: readonly Requirement[],
  main: Requirement,
): Requirement {
  const wanted = signatureOf(main);
  const cheapest = alternatives.find((one) => one.length > 0);
  if (cheapest === undefined) return 'security' in operation.node ? [] : main;
  return alternatives.find((one) => signatureOf(one) === wanted) ?? cheapest;
}
