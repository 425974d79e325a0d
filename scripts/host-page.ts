/** Prints docs/hosts.md, and what the skill about local models says of agents, from the hosts themselves. Run by `npm run fix`; a test fails on drift. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ConfigFile, describePath, formatName } from '../compiler/spec/hosts/config-file.ts';
import type { HostEntry, Host } from '../compiler/spec/hosts/host.ts';
import { HOSTS, MODEL_HOSTS } from '../compiler/spec/hosts/index.ts';
import { RUNNER_ADDRESS } from '../compiler/spec/hosts/local-model.ts';
import type { ModelHost, Runner } from '../compiler/spec/hosts/local-model.ts';
import { putEntry } from '../compiler/emit/host-files/edit.ts';
import type { Printer } from './printer.ts';

/** The reference file of the skill. */
const AGENTS_FILE = 'specs/model-runner/references/agents.md';

const INTRO = `# Hosts

What each host needs to start a server and to read skills; printed from \`compiler/spec/hosts/\`. *Ran* means that the program itself was
tried in that version, *docs* that its documentation says so. \`haft install <host>\` writes all of it
([guide](install-in-a-host.md)). \`\${NAME:-path}\` is the value of a variable, or the path where it is not set.
`;

const ENVIRONMENT: Readonly<Record<Host['environment'], string>> = {
  whole: 'all variables of the host',
  named: 'only the variables that its entry names',
  desktop: 'the variables of the desktop, hardly any of a shell',
};

export const print: Printer = (root) => ({
  'docs/hosts.md': hostPage(),
  [AGENTS_FILE]: agentsPage(readFileSync(join(root, AGENTS_FILE), 'utf8')),
});

function hostPage(): string {
  return [INTRO, overview(), models(), ...HOSTS.map(section)].join('\n');
}

function overview(): string {
  const rows = HOSTS.map(({ id, title, verified }) => `| [${title}](#${anchor(title)}) | \`${id}\` | ${verified} |`);
  return `| host | id | verified |\n|---|---|---|\n${rows.join('\n')}\n`;
}

const EXAMPLE = { address: RUNNER_ADDRESS, model: 'qwen3:8b' };

function pathsOf({ user, project }: ModelHost['localModel']['file']): string {
  return [user, ...(project ? [project] : [])].flatMap((one) => one.paths.map(describePath)).join(' or ');
}

function settingsOf({ localModel: { file, settings } }: ModelHost, runner: Runner): string {
  let text: string | null = null;
  for (const { path, value } of settings(runner)) {
    const put = putEntry(text, file.user.format, path, value);
    if ('value' in put) text = put.value.text;
  }
  return `\`\`\`${file.user.format.syntax}\n${text ?? ''}\`\`\`\n`;
}

const HOSTED = HOSTS.filter((host) => host.hosted && !host.localModel)
  .map(({ title }) => title)
  .join(', ');

function models(): string {
  const rows = MODEL_HOSTS.map(({ id, title, localModel: { file, verified } }) => {
    return `| ${title} | \`${id}\` | ${pathsOf(file)} | ${verified} |`;
  });
  return `## Local models

\`haft install --local-model <tag> --host <host>\` connects a host to a model runner with the interface of OpenAI, by default the one at
${RUNNER_ADDRESS} ([guide](install-in-a-host.md#a-local-model)). *Ran* means that the program called the runner with the name of the model.

| host | id | file | verified |
|---|---|---|---|
${rows.join('\n')}

Hosted agents need a login with their vendor or an API key, and Haft knows no setting of theirs for a local model (EXT §5): ${HOSTED}.

${MODEL_HOSTS.map((host) => `${host.title}:\n\n${settingsOf(host, EXAMPLE)}`).join('\n')}`;
}

const PLACEHOLDER = { address: RUNNER_ADDRESS, model: '<model>' };

/** A page of text for the person who asks the model, with its two sections about agents printed anew. */
function agentsPage(page: string): string {
  const own = HOSTS.filter(({ ownModel }) => ownModel).map(
    (host) => `- ${host.title}: ${host.ownModel?.(PLACEHOLDER)}. Haft writes no file for it.`,
  );
  const sections: Readonly<Record<string, string>> = {
    'Agents that accept a local model': `Where Haft is installed, it writes the setting, changes nothing else in the file, and takes it out again with \`--remove\`:

\`\`\`sh
haft install --local-model <model> --host <id>
\`\`\`

Ids: ${MODEL_HOSTS.map(({ id }) => `\`${id}\``).join(', ')}. For a runner at another address, add \`--base-url <address>\`. Without Haft, merge this into the file of the agent:

${MODEL_HOSTS.map((host) => agentSection(host)).join('\n')}
Others:

${own.join('\n')}

An agent on another machine, such as a VPS, does not reach 127.0.0.1 of this computer: the runner has to run where the agent runs.`,
    'Hosted agents': `A hosted agent needs a login with its vendor or an API key, and no setting of it is known that redirects it to a local endpoint: ${HOSTED}.
Ollama documents \`ollama launch\` for some vendors' command-line agents; whether it works with the user's agent has to be tried.`,
  };
  return page
    .split(/^(?=## )/m)
    .map((part) => {
      const title = part.slice(3, part.indexOf('\n'));
      return title in sections ? `## ${title}\n\n${sections[title]}\n\n` : part;
    })
    .join('');
}

function agentSection(host: ModelHost): string {
  const { choose, file } = host.localModel;
  const chosen = choose ? ` Then \`${choose(PLACEHOLDER.model)}\` uses it.` : '';
  const servers = host.container ? '' : ' It starts no tool servers.';
  return `${host.title} (\`${host.id}\`), ${pathsOf(file)}.${chosen}${servers}\n\n${settingsOf(host, PLACEHOLDER)}`;
}

function anchor(title: string): string {
  return title.toLowerCase().replaceAll(' ', '-');
}

function section(host: Host): string {
  const { id, title, verified, config, add, reload, approve = {}, skills, toolName, variable, environment } = host;
  const { ownModel, dropsContentWithData } = host;
  const facts = [
    ...fileLine('User', config.user),
    ...fileLine('Project', config.project),
    `- Command: ${add ? `\`${add.stdio('library', 'node /path/to/server.mjs', [])}\`` : 'none'}.`,
    ...(host.sse ? ['- Takes servers that offer only SSE as well.'] : []),
    `- Variables in an entry: ${variable ? `\`${variable('NAME')}\`` : environment === 'named' ? 'by name' : 'none'}. A server gets ${ENVIRONMENT[environment]}.`,
    ...(approve.user === undefined ? [] : [`- Once, for the user's servers: ${approve.user}`]),
    ...(approve.project === undefined ? [] : [`- Once, for a project's servers: ${approve.project}`]),
    `- After a change: ${reload}`,
    `- Skills: ${[...skills.user, ...skills.project].map(describePath).join(', ') || 'no folder'}.`,
    ...(dropsContentWithData ? ['- With structured data, a model sees no pictures and no other content.'] : []),
    ...(toolName
      ? [
          `- A model sees a tool as \`${toolName.form}\`${toolName.maxLength === undefined ? '' : `, at most ${toolName.maxLength} characters`}.`,
        ]
      : []),
    ...(ownModel ? [`- A model of this machine: ${ownModel(EXAMPLE)}.`] : []),
  ];
  const { format } = config.user ?? config.project ?? {};
  const stdio = host.stdio({
    name: 'library',
    command: '/usr/bin/node',
    args: ['/path/to/server.mjs'],
    references: ['LIBRARY_KEY'],
    values: {},
  });
  const http = host.http?.({ name: 'catalog', url: 'http://127.0.0.1:8765/mcp' });
  const file = textOf(host, stdio, http);
  return `## ${title}\n\n\`${id}\`, ${verified}.\n\n${facts.join('\n')}\n\n\`\`\`${format?.syntax ?? 'json'}\n${file}\`\`\`\n`;
}

function fileLine(who: string, file: ConfigFile | undefined): string[] {
  return file ? [`- ${who}: ${file.paths.map(describePath).join(' or ')} (${formatName(file.format)}).`] : [];
}

/** A server that the host starts and, where the file takes one, a server that listens. */
function textOf({ config, container }: Host, stdio: HostEntry, http: HostEntry | undefined): string {
  const { format } = config.user ?? config.project ?? {};
  if (!format) return '';
  const first = putEntry(null, format, [...container, 'library'], stdio);
  const text = 'value' in first ? first.value.text : '';
  const second = http && putEntry(text, format, [...container, 'catalog'], http);
  return second && 'value' in second ? second.value.text : text;
}
