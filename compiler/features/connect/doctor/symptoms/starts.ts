/** Symptoms of a server that was started, or reached at its address. */
import { type Around, type Symptom, NO_TOOL, inLaunches, inServers } from '../symptom.ts';
import type { AddressFault } from '../observed.ts';

const START =
  'Start the server (`node <out>/servers/<name>/server.mjs` with `--http` or `--sse`), or correct the address.';

interface Kind extends Pick<Symptom, 'id' | 'symptom' | 'cause' | 'fix' | 'byHand'> {
  readonly fault: AddressFault;
  /** What a person does; a new entry where absent. */
  readonly say?: string;
}

const KINDS: readonly Kind[] = [
  {
    id: 'address-invalid',
    fault: 'invalid address',
    symptom: NO_TOOL,
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
    symptom: NO_TOOL,
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
    symptom: NO_TOOL,
    cause: 'another program responds at the address, such as a web page or a login',
    fix: 'the address of the server',
    byHand: 'the address belongs to the one who runs the server',
    say: 'Correct the address: it leads to another program.',
  },
  {
    id: 'no-response',
    fault: 'silent',
    symptom: NO_TOOL,
    cause: 'the address accepts the connection and does not respond in time',
    fix: 'what the log of the server reports; `--wait` for a slow one',
    byHand: 'the fault is behind the address',
    say: 'Read the log of the server and restart it; for a slow one, run `haft doctor --wait 120`.',
  },
];

const ADDRESS_FAULTS: readonly Symptom[] = KINDS.map(({ fault, say, ...kind }) => ({
  ...kind,
  look: inServers(({ started, form, key }, { again }: Around) => {
    if (started?.kind !== 'unreached' || started.fault !== fault || form.kind !== 'address') return undefined;
    const cause = `The host gets no tools from this address: ${started.how}.`;
    const fix = say === undefined ? again('--url', '<value>') : { say };
    return { key: `${key}.${form.key}`, cause, fix };
  }),
}));

export const STARTS: readonly Symptom[] = [
  /** The server prints text where only messages belong. */
  {
    id: 'stdout-text',
    symptom: NO_TOOL,
    cause: 'the server, or what starts it, prints text to standard output, where a host expects messages alone',
    fix: 'print it to standard error',
    byHand: 'the text comes from a handler, or from a program that starts the server',
    look: inServers(({ started }, { orAgain }) => {
      const noise = started?.kind === 'ready' || started?.kind === 'failed' ? started.noise : undefined;
      if (noise === undefined) return undefined;
      return {
        cause: `The server printed this to standard output, where only messages belong:\n    ${noise}`,
        fix: orAgain('Print it to standard error instead, and run `haft compile`.'),
      };
    }),
  },
  /** The server ends or is silent when the host starts it. */
  {
    id: 'start-failed',
    symptom: NO_TOOL,
    cause: 'the server failed at start: its last lines name the file and line of a handler',
    fix: 'fix what the lines report, and compile again',
    byHand: 'the fault is in the code of a handler, or in what it needs',
    look: inServers(({ started }, { orAgain }) => {
      if (started?.kind !== 'failed' || started.oldNode !== undefined || started.noise !== undefined) return undefined;
      if (started.log.length === 0)
        return {
          cause: `The server ${started.how}. It logged nothing.`,
          fix: orAgain('Run the command of the entry in a terminal, and fix what is different there.'),
        };
      return {
        cause: `The server ${started.how}. Its last lines:\n${started.log.join('\n')}`,
        fix: orAgain('Fix what these lines report, then run `haft compile`.'),
      };
    }),
  },
  /** The host waits less long for the server than its start takes. */
  {
    id: 'start-limit',
    symptom: NO_TOOL,
    cause: 'the time that the entry gives the server is shorter than its start',
    fix: '`haft install --force`, which writes an entry without it',
    look: inLaunches(({ limit }, { key, started }, { again, observed: { host } }) => {
      if (!limit || started?.kind !== 'ready' || (started.took ?? 0) <= limit.milliseconds) return undefined;
      return {
        key: `${key}.${limit.key}`,
        cause: `${host.title} waits ${limit.milliseconds} ms for this server; its start took longer here.`,
        fix: again(),
      };
    }),
  },
  ...ADDRESS_FAULTS,
  /** The server runs and lists nothing. */
  {
    id: 'no-tools',
    symptom: NO_TOOL,
    cause: 'the server lists no tool',
    fix: '`haft compile`, and `haft install` where the entry names another script',
    byHand: 'a server that Haft has not compiled may have none',
    look: inServers(({ started }, { orAgain }) => {
      if (started?.kind !== 'ready' || started.tools.length > 0) return undefined;
      return {
        cause: 'The server started and listed no tool.',
        fix: orAgain('Check what the entry starts; `haft check` shows the tools of a spec that has some.'),
      };
    }),
  },
];
