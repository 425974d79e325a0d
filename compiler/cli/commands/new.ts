/** `haft new <tool>`: adds a tool to a server of the specs, from flags or from answers at the terminal; what is written passes the checks. */
import { type Diagnostic, type TextEdit, hasErrors, positionAt } from '../../base/diagnostic.ts';
import { fileDiffs } from '../../base/text/difference.ts';
import { listNames } from '../../base/text/escape.ts';
import { newTool } from '../../check/analysis/edits/new-tool.ts';
import { partOfTool } from '../../check/analysis/names/tool-references.ts';
import type { ServerPart } from '../../check/model.ts';
import {
  type Command,
  type Flag,
  type Invocation,
  SPECS,
  choice,
  text,
  textFlag,
  texts,
  toggle,
} from '../../edge/command-line/command.ts';
import { Failure, unknownName } from '../../edge/command-line/failure.ts';
import { reportFindings, openOrReport } from '../../edge/command-line/report.ts';
import type { Project } from '../../edge/project/project.ts';
import { readSources } from '../../edge/project/read-sources.ts';
import { TODAY, todayOf } from '../../edge/project/today.ts';
import { surroundingsOf } from '../../edge/tasks/surroundings.ts';
import { writeSpecs } from '../../edge/write/write-specs.ts';
import { planSpecs } from '../../plan/plan-specs.ts';
import { BEHAVIORS } from '../../spec/behaviors/index.ts';
import { withEdits } from '../../spec/yaml/apply-edits.ts';
import { EFFECTS, TYPES, answersFrom, behaviorFrom, environmentFrom } from '../new/answers.ts';

const BEHAVIOR_FLAGS: Readonly<Record<string, Flag>> = Object.fromEntries(
  BEHAVIORS.map(({ key, starter }) => [key, text('line', `${starter.help} Example: ${starter.example}`)]),
);

export const newCommand: Command = {
  name: 'new',
  summary: 'Add a tool to a server of the specs: asks at a terminal for what the flags leave out.',
  positional: '<tool>',
  flags: {
    specs: SPECS,
    server: text('name', 'The server (default: the only one).'),
    does: text('sentence', 'What the tool does: "Finds books by title."'),
    when: text('situation', 'Completes "Use when …": "the user looks for a book".'),
    example: texts('request', 'A request that should lead to the tool; can be repeated.'),
    ...BEHAVIOR_FLAGS,
    parameter: texts(
      'name[:type]=description',
      `A parameter; can be repeated. Types: ${TYPES.join(', ')} (default: string), with bounds such as integer 1..50.`,
    ),
    env: texts('NAME=description', 'An environment variable of the behavior that the server does not declare yet.'),
    effects: choice(EFFECTS, 'What a call changes.'),
    'dry-run': toggle('Show the edit without writing it.'),
    today: TODAY,
  },
  meant: { add: 'haft new <tool>' },
  examples: [
    ['haft new get_book', 'Ask for everything, then write the tool.'],
    [
      'haft new get_book --does "Reads a book." --when "the user asks about a book whose number is known" --example "Tell me about book 12" --http "GET https://api.example.org/books/{book_id}" --parameter "book_id:integer=Number of the book, as find_books returns it." --effects read',
      'Write it without a question.',
    ],
  ],
  async run(invocation) {
    const project = openOrReport(invocation)?.value;
    return project ? addTool(project, invocation) : 1;
  },
};

async function addTool(project: Project, invocation: Invocation): Promise<0 | 1> {
  const { cwd, flags } = invocation;
  const sources = readSources(project);
  const surroundings = surroundingsOf(project, sources, todayOf(invocation));
  const before = planSpecs(sources.specs, surroundings);
  const spec = (before.value ?? before.unjudged)?.spec;
  if (!spec) {
    reportFindings({ diagnostics: before.diagnostics, sources: sources.texts, root: project.root, cwd }, 'text');
    return 1;
  }
  const { server, name } = placeOf(invocation, spec.servers);
  const edits = await editsFor(server, name, invocation);
  const specs = sources.specs.map((source) => withEdits(source, edits));
  const after = planSpecs(specs, surroundings);
  const nameOf = ({ code, about }: Diagnostic): string => JSON.stringify([code, about]);
  const old = new Set(before.diagnostics.map(nameOf));
  const findings = after.diagnostics.filter((one) => !old.has(nameOf(one)));
  reportFindings({ diagnostics: findings, sources: specs, root: project.root, cwd }, 'text');
  if (hasErrors(findings)) {
    process.stderr.write('Nothing was written: correct what is named above, and run the command again.\n');
    return 1;
  }
  if (flags['dry-run'] === true) process.stdout.write(fileDiffs(sources.specs, specs));
  else writeSpecs(project.root, sources.specs, specs);
  const part = after.value && partOfTool(after.value.spec, { server: server.spec.name, tool: name });
  const { file, start } = part?.at(['name']) ?? server.at([]);
  const line = positionAt(specs.find(({ path }) => path === file)?.text ?? '', start).line;
  const verb = flags['dry-run'] === true ? 'would have' : 'has';
  const next =
    part?.spec.handler === undefined ? `Try it with \`haft try ${name}\`.` : 'Add its function with `haft compile`.';
  process.stdout.write(`${server.spec.name} ${verb} the tool ${name}: ${file}:${line}\n${next}\n`);
  return 0;
}

/** The server, and the name of the tool, which may be written as `server.tool`. */
function placeOf(invocation: Invocation, servers: readonly ServerPart[]) {
  const [written] = invocation.positionals;
  if (written === undefined)
    throw new Failure('`haft new` needs the name of a tool.', 'Name it, such as `haft new get_book`.');
  const [, prefix, name = written] = /^([^.]+)\.(.+)$/.exec(written) ?? [];
  const wanted = textFlag(invocation, 'server') ?? prefix;
  const names = servers.map(({ spec }) => spec.name);
  if (servers.length === 0)
    throw new Failure('No server is in the specs.', 'Run `haft init`, or write a spec with `kind: server`.');
  if (wanted === undefined && servers.length > 1)
    throw new Failure(
      `The specs have ${servers.length} servers, and none is named.`,
      `Add --server with one of them: ${listNames(names, 12)}.`,
    );
  const server = servers.find(({ spec }) => spec.name === (wanted ?? names[0]));
  if (!server)
    throw unknownName([`Unknown server "${wanted ?? ''}".`, wanted ?? ''], names, `Servers: ${listNames(names, 12)}.`);
  if (server.tools.some(({ spec }) => spec.name === name))
    throw new Failure(
      `The server ${server.spec.name} already has a tool "${name}".`,
      'Choose another name, or edit that tool.',
    );
  return { server, name };
}

/** The tool behind the last one of its server, and a connection that it needs. */
async function editsFor(server: ServerPart, name: string, invocation: Invocation): Promise<readonly TextEdit[]> {
  const { started, behavior } = await behaviorFrom(server, invocation);
  const answers = await answersFrom(name, behavior, invocation);
  const keys = newTool(answers, behavior);
  const last = server.tools.at(-1);
  const { connection } = started;
  const edits = [
    last
      ? last.insertBehind(keys)
      : server.edit({ kind: 'insert-document', path: [], value: { kind: 'tool', ...keys } }),
    ...insertions(server, 'connections', connection ? { [connection.name]: connectionTo(connection.base_url) } : {}),
    ...insertions(server, 'env', await environmentFrom(server, behavior, invocation)),
  ];
  if (edits.every((edit) => edit !== undefined)) return edits;
  throw new Failure(
    `${server.file} has a form into which no tool can be inserted safely.`,
    'Write the tool by hand, or the list of tools with one line for each key.',
  );
}

/** Inserts what the tool needs into a map of its server. */
function insertions(server: ServerPart, key: 'connections' | 'env', entries: Readonly<Record<string, object>>) {
  const all = Object.entries(entries);
  if (all.length === 0) return [];
  if (!server.spec[key]) return [server.edit({ kind: 'insert', path: [], key, value: entries })];
  return all.map(([name, value]) => server.edit({ kind: 'insert', path: [key], key: name, value }));
}

function connectionTo(base_url: string): object {
  const error = `The service at ${new URL(base_url).host} does not answer.`;
  return { base_url, on_unreachable: { error, retry_hint: 'Ask the user to check the network.' } };
}
