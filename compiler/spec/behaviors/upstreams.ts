/** Other MCP servers whose tools a server offers (`upstreams:`). */
import { ENV } from './variables.ts';
import type { PassedCapability, UpstreamDescriptor } from '@haft/runtime';
import { type Static, choice, integer, list, map, object, text } from '../shape/build.ts';
import { failureShape } from '../shape/failure.ts';
import { formsOf, needing } from '../shape/form-of.ts';
import { BASE_URL, CONNECTION_NAME, HEADER_NAME, HEADER_VALUE } from '../shape/names.ts';
import { credentialTemplates, credentialsForm, upstreamAuthShape } from './credentials.ts';
import type { PlacedName, TemplateUse } from './behavior.ts';
import { entries, names, one } from './steps.ts';

const options = {
  command: list(`The program and its arguments, without a shell. ${ENV}`, text('One argument.'), { minItems: 1 }),
  cwd: text(`Working directory of the program. ${ENV}`),
  env: list(
    'Names of environment variables passed to the program in addition to PATH, HOME, LANG, LC_*, TZ and TMPDIR.',
    text('Name of a variable.'),
  ),
  url: text(`Address of its MCP endpoint, such as https://mcp.example.org/mcp. ${ENV}`, { pattern: BASE_URL }),
  headers: map(
    `Headers sent with every request. ${ENV}`,
    text('Value template.', { pattern: HEADER_VALUE }),
    HEADER_NAME,
  ),
  auth: upstreamAuthShape,
  timeout_ms: integer('Timeout of its first response in milliseconds.', {
    minimum: 1,
    maximum: 3_600_000,
    default: 60_000,
  }),
  on_drift: choice(
    'What to do when the definition of a tool no longer matches its pin: `reject` the call, or only `log` it.',
    ['reject', 'log'],
    { default: 'reject' },
  ),
  on_unreachable: failureShape,
};

export const upstreamShape = object(
  'Another MCP server: a program with `command`, or an address with `url`. The connection is opened at the first call of a tool that needs it.',
  {},
  options,
);

export const upstreamsShape = map(
  'Other MCP servers whose tools are offered here, by name.',
  upstreamShape,
  CONNECTION_NAME,
);

const CAPABILITIES = [
  'prompts',
  'resources',
  'completions',
  'logging',
  'elicitation',
] as const satisfies readonly PassedCapability[];

/** Why one capability cannot be that of two upstreams, about it; undefined where it can. */
export const COLLISIONS: Readonly<Record<PassedCapability, string | undefined>> = {
  prompts: 'whose names could collide',
  resources: 'whose URIs could collide',
  completions: 'whose prompts and resources could collide',
  logging: 'whose loggers could have the same names',
  elicitation: undefined,
};

/** Keys of an upstream that only profile `mcp` has. */
export const passShape = {
  pass: list(
    'Capabilities of this server that are offered unchanged, in addition to tools; each from one upstream. Their texts are not pinned. `elicitation`: what it asks the user reaches the user, from any number of upstreams.',
    choice('A capability of MCP.', CAPABILITIES),
    { uniqueItems: true },
  ),
};

export type UpstreamSpec = Static<typeof upstreamShape> & { readonly pass?: readonly PassedCapability[] };

export function planUpstream({
  timeout_ms = 60_000,
  on_drift = 'reject',
  pass = [],
  ...rest
}: UpstreamSpec): UpstreamDescriptor {
  const passed = CAPABILITIES.filter((one) => pass.includes(one));
  return { ...rest, timeout_ms, on_drift, ...(passed.length > 0 && { pass: passed }) };
}

export function upstreamTemplates({ command, cwd, url, headers, auth }: UpstreamSpec): TemplateUse[] {
  return [
    ...entries(['command'], command),
    ...one(['cwd'], cwd, { inPath: true }),
    ...one(['url'], url, { inPath: true }),
    ...entries(['headers'], headers),
    ...credentialTemplates(auth),
  ];
}

export function upstreamVariables({ env }: UpstreamSpec): PlacedName[] {
  return names(['env'], env);
}

export const upstreamForm = needing(['timeout_ms', 'on_drift'], {
  ...formsOf({ ...options, ...passShape }),
  auth: credentialsForm,
});
