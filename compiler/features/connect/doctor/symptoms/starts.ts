/** Symptoms of a server that was started, or reached at its address, and of calls. */
import { type Around, type ListedSymptom, inLaunches, inServers, whereMissing } from '../symptom.ts';
import type { AddressFault } from '../observed.ts';
import { type DoctorFix, commandText } from '../fix.ts';
import { isUnset } from '../variables.ts';
import { membersOf } from '../../../../plan/read-json.ts';

const START =
  'Start the server (`node <out>/servers/<name>/server.mjs` with `--http` or `--sse`), or correct the address.';

interface Kind extends Pick<ListedSymptom, 'id' | 'symptom' | 'cause' | 'fix' | 'byHand'> {
  readonly fault: AddressFault;
  /** What a person does; a new entry where absent. */
  readonly say?: string;
}

const KINDS: readonly Kind[] = [
  {
    id: 'address-invalid',
    fault: 'invalid address',
    cause: 'the address of the entry is not one of HTTP',
    fix: '`haft install --force --url <url>`',
  },
  {
    id: 'no-listener',
    fault: 'no listener',
    symptom: '`ECONNREFUSED` on the address of a server',
    cause: 'the HTTP server is not running, or listens on another address',
    fix: 'start it, or correct the address',
    byHand: 'the server runs until someone ends it',
    say: START,
  },
  {
    id: 'wrong-scheme',
    fault: 'wrong scheme',
    cause: 'the address starts with `https:` where the server offers plain HTTP, or its certificate is not trusted',
    fix: '`http:` in the address, or a certificate that the host trusts',
    byHand: 'only the owner of the server can say which of the two is meant',
    say: 'Write `http:` in the address of a server without a certificate; else correct its certificate.',
  },
  {
    id: 'not-authorized',
    fault: 'not authorized',
    symptom: '401 or 403 from the address of a server',
    cause: 'the token of the entry is missing or wrong',
    fix: 'the header with the token, as the host writes it',
    byHand: 'only the user knows the token',
    say: 'Add the header `Authorization: Bearer <token>` to the entry, with the token of the server (HAFT_TOKEN).',
  },
  {
    id: 'wrong-path',
    fault: 'wrong path',
    symptom: '404 or 405 from the address of a server',
    cause: 'a server listens, but not at this path',
    fix: 'the path that the server prints when it starts: `/mcp`, or `/sse` for the older transport',
    byHand: 'the address belongs to the one who runs the server',
    say: 'Correct the path of the address: a server prints its address when it starts, with `/mcp` or `/sse` at its end.',
  },
  {
    id: 'service-error',
    fault: 'service error',
    symptom: '5xx from the address of a server',
    cause: 'the server, or a proxy before it, has a fault of its own',
    fix: 'what the log of the server reports',
    byHand: 'the fault is behind the address',
    say: 'Read the log of the server and of any proxy before it.',
  },
  {
    id: 'not-mcp',
    fault: 'not MCP',
    cause: 'another program responds at the address, such as a web page or a login',
    fix: 'the address of the server',
    byHand: 'the address belongs to the one who runs the server',
    say: 'Correct the address: it leads to another program.',
  },
  {
    id: 'no-response',
    fault: 'silent',
    cause: 'the address accepts the connection and does not respond in time',
    fix: 'what the log of the server reports; `--wait` for a slow one',
    byHand: 'the fault is behind the address',
    say: 'Read the log of the server and restart it; for a slow one, run this command with `--wait 120`.',
  },
];

const ADDRESS_FAULTS: readonly ListedSymptom[] = KINDS.map(({ fault, say, ...kind }) => ({
  ...kind,
  look: inServers(({ started, form }, { again }: Around) => {
    if (started?.kind !== 'unreached' || started.fault !== fault || form.kind !== 'address') return undefined;
    const cause = `The host gets no tools from this address: ${started.how}.`;
    const fix = say === undefined ? again('--url', '<value>') : { say };
    return { key: form.key, cause, fix };
  }),
}));

export const STARTS: readonly ListedSymptom[] = [
  {
    id: 'stdout-text',
    cause: 'the server, or what starts it, prints text to standard output, where a host expects messages alone',
    fix: 'print it to standard error',
    byHand: 'the text comes from a handler, or from a program that starts the server',
    look: inServers(({ started }, { orAgain, observed }) => {
      const noise = started?.kind === 'ready' || started?.kind === 'failed' ? started.noise : undefined;
      if (noise === undefined) return undefined;
      return {
        cause: `The server printed this to standard output, where only messages belong:\n    ${noise}`,
        fix: orAgain(`Print it to standard error instead, and run ${commandText(observed, 'compile')}.`),
      };
    }),
  },
  {
    id: 'start-failed',
    cause: 'the server failed at start: its last lines name the file and line of a handler',
    fix: 'fix what the lines report, and compile again',
    byHand: 'the fault is in the code of a handler, or in what it needs',
    look: inServers(({ started }, { orAgain, observed }) => {
      if (started?.kind !== 'failed' || started.oldNode !== undefined || started.noise !== undefined) return undefined;
      const [what, step] =
        started.log.length === 0
          ? ['It logged nothing.', 'Run the command of the entry in a terminal, and fix what is different there.']
          : [
              `Its last lines:\n${started.log.join('\n')}`,
              `Fix what these lines report, then run ${commandText(observed, 'compile')}.`,
            ];
      return { cause: `The server ${started.how}. ${what}`, fix: orAgain(step) };
    }),
  },
  {
    id: 'start-limit',
    cause: 'the time that the entry gives the server is shorter than its start',
    fix: '`haft install --force`, which writes an entry without it',
    look: inLaunches(({ limit }, { started }, { observed: { host } }) => {
      if (!limit || started?.kind !== 'ready' || (started.took ?? 0) <= limit.milliseconds) return undefined;
      return {
        key: limit.key,
        cause: `${host.title} waits ${limit.milliseconds} ms for this server; its start took longer here.`,
      };
    }),
  },
  ...ADDRESS_FAULTS,
  {
    id: 'no-tools',
    cause: 'the server lists no tool',
    fix: '`haft compile`, and `haft install` where the entry names another script',
    byHand: 'a server that Haft has not compiled may have none',
    look: inServers(
      ({ started }, { orAgain }) =>
        started?.kind === 'ready' &&
        started.tools.length === 0 && {
          cause: 'The server started and listed no tool.',
          fix: orAgain('Check what the entry starts; `haft check` shows the tools of a spec that has some.'),
        },
    ),
  },
];

export const CALLS: readonly ListedSymptom[] = [
  {
    id: 'variable-missing',
    cause: 'a variable that the server needs has no value in the host',
    fix: 'set it where the host starts, or `haft install --env NAME=value`',
    look: inLaunches(({ script, environment }, _server, { again, keys }) => {
      const needed = Object.entries(script?.compiled?.env ?? {}).filter(([, { optional }]) => !optional);
      return needed
        .filter(([name]) => isUnset(environment[name]))
        .map(([name]) => ({
          key: `${keys.env}.${name}`,
          cause: `The server needs ${name}, but this host does not set it.`,
          fix: again('--env', `${name}=<value>`),
        }));
    }),
  },
  {
    id: 'upstream-missing',
    cause: 'the program of an upstream, such as `npx`, is not installed, or not on the PATH of the host',
    fix: 'install it, or write its full path in the spec',
    byHand: 'the program is not a part of Haft',
    look: inLaunches(({ missing, path }) =>
      missing.map(({ upstream, program }) => ({
        cause: `Upstream "${upstream}" is the program "${program}": ${whereMissing(program, path)}`,
        fix: { say: 'Install it, or write its full path under `upstreams:` of the spec and compile again.' },
      })),
    ),
  },
  {
    id: 'login-missing',
    cause:
      'the login of a service behind the server is missing, has ended and cannot be renewed, or can be read by others',
    fix: '`haft login <server>/<service>`, or the mode of its file',
    byHand: 'a user logs in, in a browser',
    look: inServers(({ logins = [] }) =>
      logins.map(({ name, how, hint, state }) => ({
        cause: `The login of "${name}" ${how}${how.endsWith('.') ? '' : '.'}`,
        fix: loginFix(name, hint, state),
      })),
    ),
  },
  {
    id: 'schema-wrong',
    cause: '`inputSchema` is not valid: it is not an object, or `required` names a parameter that does not exist',
    fix: 'an entry with the compiled server, whose schemas `haft compile` has checked',
    byHand: 'a compiled server has a wrong schema only where it was changed by hand',
    look: inServers(({ started, launch }, { again, orAgain, observed }) => {
      const tools = started?.kind === 'ready' ? started.tools : [];
      return tools.flatMap((tool) => {
        const { name, inputSchema } = membersOf(tool) ?? {};
        const fault = faultOf(membersOf(inputSchema));
        if (fault === undefined) return [];
        const cause = `The inputSchema of the tool "${String(name)}" ${fault}.`;
        const say = `Delete the script of the entry, and run ${commandText(observed, 'compile')}, which checks every schema.`;
        return [
          { cause, fix: launch?.script?.outdated ? again(...(launch.script.copied ? ['--copy'] : [])) : orAgain(say) },
        ];
      });
    }),
  },
  {
    id: 'call-failed',
    cause: 'the service behind the tool is not running, is closed, or rejects the key; only looked for with `--call`',
    fix: 'the one that the service needs; `haft call <tool>` shows the whole result',
    byHand: 'the service is not a part of Haft',
    look: inServers(
      ({ called, name }) =>
        called && {
          cause: `${called.tool} failed with "${called.code}": ${called.error}`,
          fix: { say: called.next ?? `Run \`haft call ${name}.${called.tool}\`, which shows the whole result.` },
        },
    ),
  },
];

function loginFix(name: string, hint: string | undefined, state: string | undefined): DoctorFix {
  if (hint !== undefined) return { say: hint };
  if (state === undefined) return { commands: [['haft', 'login', name]] };
  return {
    say: `Run \`haft login ${name}\` with XDG_STATE_HOME as the entry has it${state === '' ? ': without a value' : ` (${state})`}.`,
  };
}

const TYPES = new Set(['string', 'integer', 'number', 'boolean', 'array', 'object', 'null']);

function faultOf(schema: Record<string, unknown> | undefined): string | undefined {
  if (schema?.['type'] !== 'object') return 'is not of the type "object"';
  const properties = membersOf(schema['properties'] ?? {}) ?? {};
  const required: readonly unknown[] = Array.isArray(schema['required']) ? schema['required'] : [];
  const lost = required.find((name) => typeof name !== 'string' || !Object.hasOwn(properties, name));
  if (lost !== undefined) return `requires "${String(lost)}", which is not one of its parameters`;
  const wrong = Object.entries(properties).find(([, one]) => {
    const types: readonly unknown[] = [membersOf(one)?.['type'] ?? 'string'].flat();
    return types.some((type) => !TYPES.has(String(type)));
  });
  return wrong && `has an unknown type for "${wrong[0]}"`;
}
