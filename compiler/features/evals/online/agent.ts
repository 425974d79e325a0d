/** The definition that every agent implements: how the program of a host is started for one request, and how its output is read. */
import type { Json, JsonObject } from '@haft/runtime';
import type { EngineAnswer, Tokens } from './engine.ts';
import type { HostEntry, StdioServer } from '../../../spec/hosts/host.ts';

export interface Agent {
  /** The id of the host. */
  readonly id: string;
  readonly title: string;
  /** Name of the program on PATH. */
  readonly program: string;
  /** Variables that hold a key for its model; one of them is needed. They are passed on. */
  readonly keys: readonly [string, ...string[]];
  /** Folder of its skills, below its home. */
  readonly skills: string;
  start(setup: AgentSetup): AgentStart;
  /** `lines`: its whole output, line by line. */
  read(lines: readonly Json[], offered: AgentOffer): AgentOutput;
  /** A line of the files in which it keeps conversations; undefined where it is none. Absent where these are not one value a line. */
  hear?(line: Json, offered: AgentOffer): readonly ConversationEvent[] | undefined;
  /** Of its requests to a model; absent where no engine has their interface. */
  readonly sends?: SentForm;
}

/** What of the requests of a program is the same for any model. */
interface SentForm {
  /** The id of the engine with that interface. */
  readonly api: string;
  /** The path that the address of an endpoint has for the program. */
  readonly base: string;
  /** The members that a model reads; the others are settings. */
  readonly members: readonly string[];
  /** Whether a part of these names the program to its service: Haft does not pass for it. */
  readonly isSignature?: (part: Json) => boolean;
  /** The call of a tool or a skill of the choice; none where it is a tool of the program itself. */
  called(name: string, args: JsonObject, offered: AgentOffer): readonly AgentCall[];
}

/** What happened in a conversation of a user with the program. */
export type ConversationEvent =
  | { readonly kind: 'request'; readonly text: string }
  /** Of a tool of a server; `id` joins it with its failure. */
  | { readonly kind: 'call'; readonly id: string; readonly call: AgentCall }
  | { readonly kind: 'failure'; readonly id: string };

interface AgentSetup {
  /** Absolute. */
  readonly home: string;
  readonly servers: readonly { readonly name: string; readonly command: string; readonly args: readonly string[] }[];
  /** Undefined: the model of the program. */
  readonly model: string | undefined;
  /** Address of its model's interface; that of the program where undefined. */
  readonly endpoint: string | undefined;
}

/** The request goes to standard input: whatever it is, it is no flag. */
interface AgentStart {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Text by path below the home. */
  readonly files: Readonly<Record<string, string>>;
}

/** What the program shows its model. */
export interface AgentOffer {
  readonly servers: readonly { readonly name: string; readonly tools: readonly string[] }[];
  readonly skills: readonly string[];
  /** How cases name a tool. */
  readonly shownAs: (server: string, tool: string) => string;
}

/** What was read from the output. */
interface AgentOutput {
  /** Calls of tools and skills of the choice, first to last; the program's own tools are none. */
  readonly calls: readonly AgentCall[];
  readonly text: string;
  /** Whether the program reported its end. */
  readonly isOver: boolean;
  /** The problem that it reports. */
  readonly problem: string | undefined;
  readonly tokens: Tokens;
}

/** How the program ended, independent of its output. */
export interface AgentEnd {
  /** The beginning of its output, quoted, or `nothing`. */
  readonly printed: string;
  /** Whether no result can be meant: it was ended, or ended with an exit code. */
  readonly problem: string | undefined;
}

export interface AgentCall {
  readonly name: string;
  readonly arguments: JsonObject;
}

/** What the servers recorded. */
export interface Journal {
  /** Names of the servers that were started. */
  readonly started: readonly string[];
  /** The tools that were called, as cases name them. */
  readonly called: readonly string[];
  /** The tools whose call returns something, as often as it does. */
  readonly via: readonly string[];
}

/** Without the calls on the way of a journey, each once and in any order; the first other one is its end. */
export function pastJourney<C extends Pick<AgentCall, 'name'>>(
  calls: readonly C[],
  via: readonly string[],
): readonly C[] {
  const remaining = [...via];
  const end = calls.findIndex(({ name }) => {
    const at = remaining.indexOf(name);
    if (at >= 0) remaining.splice(at, 1);
    return at < 0;
  });
  return end < 0 ? [] : calls.slice(end);
}

/** Output and journal have to agree: what the output of another version does not show must not count as no call. */
export function answerOf(output: AgentOutput, ended: AgentEnd, journal: Journal, offered: AgentOffer): EngineAnswer {
  const { calls, text, isOver, tokens } = output;
  const problem = output.problem ?? (isOver ? undefined : ended.problem);
  const error = (message: string): EngineAnswer => ({ kind: 'error', message, tokens });
  const idle = offered.servers.find(({ name }) => !journal.started.includes(name));
  const names = new Set(calls.map(({ name }) => name));
  const hidden = journal.called.find((name) => !names.has(name));
  if (hidden !== undefined)
    return error(
      `The output of the program does not show the call of "${hidden}": this version of the program is not supported.`,
    );
  const [first, ...later] = pastJourney(calls, journal.via);
  if (first) return { kind: 'call', ...first, later, tokens };
  if (problem !== undefined) return error(`The program failed: ${problem}`);
  if (!isOver) return error(`The program ended without a result; it printed ${ended.printed}.`);
  if (idle) return error(`The program did not start the server "${idle.name}".`);
  return { kind: 'text', text, tokens };
}

/** By name, each in the form of the host's file. */
export function entriesOf(
  servers: AgentSetup['servers'],
  entry: (server: StdioServer) => HostEntry,
): Readonly<Record<string, HostEntry>> {
  return Object.fromEntries(servers.map((server) => [server.name, entry({ ...server, references: [], values: {} })]));
}

/** The call of the tool that is shown as it says; none where it is a tool of the program itself. */
export function calledTool(
  { servers, shownAs }: AgentOffer,
  isShown: (server: string, tool: string) => boolean,
  args: JsonObject,
): readonly AgentCall[] {
  const names = servers.flatMap(({ name, tools }) =>
    tools.filter((tool) => isShown(name, tool)).map((tool) => shownAs(name, tool)),
  );
  return names.slice(0, 1).map((name) => ({ name, arguments: args }));
}
