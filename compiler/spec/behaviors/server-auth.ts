/** Whose tokens a server accepts over HTTP (`auth:`), and which of its tools need which scopes. */
import { ENV } from './variables.ts';
import type { AuthDescriptor, IntrospectionDescriptor, ToolAccess, ToolAnnotations } from '@haft/runtime';
import { type Static, choice, flag, list, map, object, text } from '../shape/build.ts';
import * as form from '../shape/form.ts';
import { BASE_URL, CALLER_HEADER, SCOPE } from '../shape/names.ts';
import type { TemplateUse } from './behavior.ts';
import { entries, one } from './steps.ts';

const scopesOf = (description: string): ReturnType<typeof list<string>> =>
  list(description, text('A scope of `auth.scopes`.'), { minItems: 1, uniqueItems: true });

export const authShape = object(
  'OAuth 2.1: over HTTP, each call needs an access token of this authorization server. Not used over stdio.',
  { issuer: text(`The authorization server, exactly as its tokens name it. ${ENV}`, { pattern: BASE_URL }) },
  {
    audience: list(
      `Accepted audiences of tokens. Default: the public URL of the server (HAFT_URL). ${ENV}`,
      text('One audience.'),
      { minItems: 1, uniqueItems: true },
    ),
    scopes: map('The scopes of the server, each with what it allows.', text('What the scope allows.'), SCOPE),
    effects: object(
      'Scopes of tools that have no `scopes` of their own, by their effects.',
      {},
      {
        read: scopesOf('Scopes of tools that read.'),
        write: scopesOf('Scopes of tools that write.'),
        destroy: scopesOf('Scopes of tools that destroy.'),
      },
    ),
    challenge: choice(
      'What clients first ask the user for: the scopes of all tools, or only those of tools that read (`minimal`), and more once a tool needs it.',
      ['all', 'minimal'],
      { default: 'all' },
    ),
    jwks_uri: text(`Address of the keys, where the metadata of the issuer does not name it. ${ENV}`, {
      pattern: BASE_URL,
    }),
    headers: map(
      'Headers of a request that connections may send on, as {caller.header.Name} in their `headers`. A call without one that it needs fails at once.',
      object(
        'A header of the caller.',
        { description: text('What it is for and where the user finds it.') },
        { secret: flag('Whether to redact its value in messages and logs.', { default: true }) },
      ),
      CALLER_HEADER,
    ),
    introspection: object(
      'Asks the authorization server about each token (RFC 7662), where tokens are not JSON Web Tokens or can be revoked.',
      {
        client_id: text(`Identifier of this server at the authorization server. ${ENV}`),
        client_secret: text('Its secret, such as "{env.NOTES_SECRET}".'),
      },
      {
        url: text(`Address of the endpoint. Default: what the metadata of the issuer names. ${ENV}`, {
          pattern: BASE_URL,
        }),
      },
    ),
  },
);

export const toolScopesShape = scopesOf(
  'Scopes that a call needs, with `auth` of the server. Default: those of `auth.effects`.',
);

export type AuthSpec = Static<typeof authShape>;

/** As it is released; which scopes follow from effects is part of the tools. */
export type AuthPlan = Omit<AuthSpec, 'effects' | 'challenge' | 'headers' | 'scopes'> & {
  readonly scopes: Readonly<Record<string, string>>;
  readonly challenge?: 'minimal';
  /** By name as it is written: whether the value is a secret. */
  readonly headers?: Readonly<Record<string, boolean>>;
};

export function planAuth({ effects: _effects, challenge, headers, scopes = {}, ...rest }: AuthSpec): AuthPlan {
  const secrets = Object.entries(headers ?? {}).map(([name, { secret = true }]) => [name, secret] as const);
  return {
    ...rest,
    scopes,
    ...(challenge === 'minimal' && { challenge }),
    ...(headers && { headers: Object.fromEntries(secrets) }),
  };
}

/** The scopes of a tool that does not say which. */
export function scopesByEffects(
  auth: AuthSpec | undefined,
  { readOnlyHint, destructiveHint }: ToolAnnotations,
): readonly string[] | undefined {
  return auth?.effects?.[readOnlyHint ? 'read' : destructiveHint ? 'destroy' : 'write'];
}

export function authTemplates({ issuer, jwks_uri, audience, introspection }: AuthSpec): TemplateUse[] {
  return [
    ...one(['issuer'], issuer),
    ...one(['jwks_uri'], jwks_uri),
    ...entries(['audience'], audience),
    ...entries(['introspection'], introspection),
  ];
}

export const authForm = form.map(
  { issuer: form.text, scopes: form.mapOf(form.text) },
  {
    audience: form.list(form.text),
    challenge: form.oneOf('minimal'),
    jwks_uri: form.text,
    introspection: form.mapOf(form.text),
    headers: form.mapOf(form.flag),
  },
);

/** What a tool says of who may call it. */
interface ToolNeeds {
  readonly name: string;
  readonly annotations: ToolAnnotations;
  readonly scopes?: readonly string[];
  readonly public?: boolean;
  readonly behavior: { readonly kind: string };
}

/** What the runtime reads of it. */
export function authDescriptor(auth: AuthPlan, tools: readonly ToolNeeds[]): AuthDescriptor {
  const { challenge, scopes, introspection, headers, ...rest } = auth;
  const needs = tools.map((tool) => [tool, accessOf(tool, tools)] as const);
  const isOpen = needs.some(([, access]) => access === 'public');
  const inChallenge = challenge === 'minimal' ? needs.filter(([{ annotations }]) => annotations.readOnlyHint) : needs;
  const wanted = new Set(inChallenge.flatMap(([, access]) => (typeof access === 'string' ? [] : access)));
  const table = needs.map(([{ name, behavior }, access]): [string, ToolAccess] => {
    if (behavior.kind !== 'find') return [name, access];
    return [name, name === 'call_tool' ? 'named' : isOpen ? 'public' : []];
  });
  return {
    ...rest,
    scopes: Object.keys(scopes),
    challenge: Object.keys(scopes).filter((scope) => wanted.has(scope)),
    tools: Object.fromEntries(table.filter(([, access]) => access.length > 0)),
    ...(introspection && { introspection: introspection satisfies IntrospectionDescriptor }),
    // As transports name headers.
    ...(headers && {
      headers: Object.fromEntries(Object.entries(headers).map(([name, secret]) => [name.toLowerCase(), { secret }])),
    }),
  };
}

/** A tool that goes through another one needs what that one needs. */
function accessOf(tool: ToolNeeds, tools: readonly ToolNeeds[]): readonly string[] | 'public' {
  const own = tool.public === true ? 'public' : (tool.scopes ?? []);
  const { behavior } = tool;
  const target =
    'tool' in behavior && behavior.kind === 'via' ? tools.find(({ name }) => name === behavior.tool) : undefined;
  if (target === undefined) return own;
  const others = tools.filter((one) => one !== tool);
  const further = accessOf(target, others);
  if (own === 'public') return further;
  return further === 'public' ? own : [...new Set([...own, ...further])];
}
