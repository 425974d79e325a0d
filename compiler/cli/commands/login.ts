/** `haft login`: logs a user in at a service of the specs or at an address, lists the logins of this user, and removes one. */
import { thrownMessage, textOf } from '@haft/runtime/language';
import type { UpstreamDescriptor } from '@haft/runtime';
import {
  type StoredLogin,
  challengeOf,
  connectUpstreams,
  listLogins,
  loginFile,
  loginFolder,
  readLogin,
  removeLogin,
  scopesIn,
} from '@haft/runtime/try';
import { escapeUnsafe } from '../../base/text/escape.ts';
import { VERSION } from '../../base/version.ts';
import { type Command, type Invocation, SPECS, text, textFlag, toggle } from '../../edge/command-line/command.ts';
import { Failure, unknownName } from '../../edge/command-line/failure.ts';
import { type LoginOptions, type LoginTarget, logIn, portFlag, redirectPort } from '../../edge/login/log-in.ts';
import { authorizeByUser, fillRequest } from '../../edge/login/source.ts';
import type { ServerPlan } from '../../plan/model.ts';
import { openPlanned } from '../spine.ts';

export const loginCommand: Command = {
  name: 'login',
  summary: 'Log in at a service that compiled servers use, list the logins of this user, or remove one.',
  positional: '[server/service|url]',
  flags: {
    specs: SPECS,
    scope: text('scopes', 'Scopes to ask for, in addition to those of the login of before.', {
      without: ['list', 'remove'],
    }),
    'client-id': text('id', 'A client that is registered there by hand.', { without: ['list', 'remove'] }),
    port: redirectPort({ without: ['list', 'remove'] }),
    'no-browser': toggle('Only print the address of the login.', { without: ['list', 'remove'] }),
    list: toggle('List the logins of this user; no tokens are shown.', { without: ['remove'] }),
    remove: toggle('Remove a login from this machine.'),
  },
  examples: [
    ['haft login notes/tracker', 'A service of the specs: an upstream or a connection with `auth: { login: … }`.'],
    ['haft login https://tracker.example/mcp', 'An MCP server by its address, in any folder.'],
    ['haft login --list', 'Which logins are there, and until when.'],
    ['haft login --remove notes/tracker', 'Forget a login.'],
  ],
  async run(invocation) {
    const { flags, positionals } = invocation;
    if (flags['list'] === true) return printLogins();
    const [name] = positionals;
    if (name === undefined || positionals.length > 1)
      throw new Failure('`haft login` needs one service.', 'Write server/service or an address, or use --list.');
    const target = /^https?:/i.test(name)
      ? { name, resource: addressOf(name), request: {} }
      : await serviceNamed(invocation, name);
    if (target === undefined) return 1;
    if (flags['remove'] === true) return remove(target);
    const login = await logInAt(target, optionsIn(invocation));
    process.stdout.write(`Logged in at ${escapeUnsafe(target.name)}: ${describe(login)}.\n`);
    return 0;
  },
};

function optionsIn(invocation: Invocation): LoginOptions {
  return {
    scopes: scopesIn(textFlag(invocation, 'scope')),
    clientId: textFlag(invocation, 'client-id'),
    port: portFlag(invocation),
    browser: invocation.flags['no-browser'] !== true,
  };
}

function addressOf(name: string): string {
  if (URL.canParse(name)) return new URL(name).href;
  throw new Failure(`"${name}" is not an address.`, 'Write it as https://host/path.');
}

/** A service of the specs, and what kind it is. */
interface Service extends LoginTarget {
  readonly isConnection?: boolean;
}

/** Undefined where the specs cannot be read, which is reported. */
async function serviceNamed(invocation: Invocation, name: string): Promise<Service | undefined> {
  const built = await openPlanned(invocation);
  if (!built) return undefined;
  const all = built.compiled.plan.servers.flatMap(servicesOf);
  const matches = all.filter((one) => one.name === name || one.name.endsWith(`/${name}`));
  const [service] = matches;
  const names = all.map((one) => one.name);
  if (service === undefined)
    throw unknownName(
      [`No service "${name}" of the specs has a login.`, name],
      names,
      `Services: ${names.join(', ') || 'none'}.`,
    );
  if (matches.length > 1)
    throw new Failure(`Several services have the name "${name}".`, `Write one of ${names.join(', ')}.`);
  return service;
}

/** With `login`, by server and name. */
function servicesOf({ name: server, connections, upstreams = {} }: ServerPlan): Service[] {
  const env = process.env as Readonly<Record<string, string>>;
  const service = (name: string, address: string, auth: UpstreamDescriptor['auth'], isConnection: boolean) => {
    const resource = textOf(address, { env });
    if (auth?.login === undefined || !URL.canParse(resource)) return [];
    return [
      {
        name: `${server}/${name}`,
        resource: new URL(resource).href,
        request: fillRequest(auth.login, env),
        isConnection,
      },
    ];
  };
  return [
    ...Object.entries(connections).flatMap(([name, { base_url, auth }]) => service(name, base_url, auth, true)),
    ...Object.entries(upstreams).flatMap(([name, { url = '', auth }]) => service(name, url, auth, false)),
  ];
}

/** What the service asks for is in its answer to a request without a token. */
async function logInAt(target: Service, options: LoginOptions): Promise<StoredLogin> {
  const { issuer, authorize_url } = target.request;
  if (issuer !== undefined || authorize_url !== undefined) return logIn(target, options, undefined);
  if (target.isConnection !== true) return logInAtServer(target, options);
  const response = await fetch(target.resource, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(
    () => undefined,
  );
  await response?.body?.cancel();
  return logIn(target, options, response && challengeOf(response));
}

const TIMEOUT_MS = 30_000;

/** A user takes longer than a server. */
const PATIENCE_MS = 330_000;

/** Lists the tools with the new login: it is one that works. A server may ask for none before a tool is called. */
async function logInAtServer(target: Service, options: LoginOptions): Promise<StoredLogin> {
  let isUsed = false;
  const upstream = {
    url: target.resource,
    auth: { login: target.request },
    timeout_ms: PATIENCE_MS,
    on_drift: 'log',
  } as const;
  const upstreams = connectUpstreams({
    server: { name: 'haft-login', version: VERSION, upstreams: { [target.name]: upstream } },
    env: {},
    log: () => {},
    authorizeUpstream: authorizeByUser({ options, mayReuse: false, used: () => (isUsed = true) }),
  });
  try {
    const session = await upstreams.open(target.name);
    await session.tools(AbortSignal.timeout(PATIENCE_MS));
    if (!isUsed) return await logIn(target, options, undefined);
    const stored = await readLogin(
      await loginFolder(),
      await loginFile(target.resource, target.request.client_id ?? ''),
    );
    if (stored === undefined || 'problem' in stored) throw new Error('the login was removed');
    return stored;
  } catch (thrown) {
    if (thrown instanceof Failure) throw thrown;
    if (thrown instanceof Error && thrown.cause instanceof Failure) throw thrown.cause;
    throw new Failure(
      `"${escapeUnsafe(target.name)}" cannot be reached: ${escapeUnsafe(thrownMessage(thrown))}.`,
      'Check its address.',
      { cause: thrown },
    );
  } finally {
    await upstreams.close();
  }
}

function describe({ resource, scope, ends, refresh_token }: StoredLogin): string {
  const until =
    ends === undefined ? 'no end is known' : `${ends < Date.now() ? 'ended' : 'until'} ${new Date(ends).toISOString()}`;
  const scopes = scope === '' ? 'no scopes' : `scopes ${scope}`;
  return escapeUnsafe(`${resource}, ${scopes}, ${refresh_token === undefined ? until : 'renewed by itself'}`);
}

async function printLogins(): Promise<0> {
  const folder = await loginFolder();
  const files = await listLogins(folder);
  if (files.length === 0) process.stdout.write('There are no logins.\n');
  for (const file of files) {
    const login = await readLogin(folder, file);
    if (login) process.stdout.write(`${'problem' in login ? `${login.problem} ${login.hint}` : describe(login)}\n`);
  }
  return 0;
}

async function remove({ name, resource, request }: LoginTarget): Promise<0> {
  const folder = await loginFolder();
  const file = await loginFile(resource, request.client_id ?? '');
  if (!(await listLogins(folder)).includes(file))
    throw new Failure(`There is no login of "${escapeUnsafe(name)}".`, '`haft login --list` names them.');
  const problem = await removeLogin(folder, file);
  if (problem) throw new Failure(problem.problem, problem.hint);
  process.stdout.write(
    `Removed the login of ${escapeUnsafe(name)}. Its tokens may stay valid at the service until they end.\n`,
  );
  return 0;
}
