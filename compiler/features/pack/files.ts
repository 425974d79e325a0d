/** Files of packages, and the parts that several formats have in common: names, descriptions, variables. */
import { json } from '../../emit/json.ts';
import type { PackFile, Package, PackageDetails } from './format.ts';
import type { ServerPlan } from '../../plan/model.ts';
import { startedByHosts } from './transports.ts';

export function textFile(path: string, text: string): PackFile {
  return { path, bytes: () => new TextEncoder().encode(text), executable: false };
}

export function jsonFile(path: string, value: unknown): PackFile {
  return textFile(path, json(value));
}

/** The file with another path. */
export function movedTo(folder: string, file: PackFile, name: string = file.path): PackFile {
  return { ...file, path: `${folder}/${name}` };
}

/** `servers/<name>/server.mjs` of those that a host starts, and `skills/<name>/…`, below a folder. */
export function contentFiles(folder: string, content: Package): PackFile[] {
  return [
    ...startedByHosts(content).map(({ plan, script }) =>
      movedTo(`${folder}/servers/${plan.name}`, script, 'server.mjs'),
    ),
    ...content.skills.flatMap(({ plan, files }) => files.map((file) => movedTo(`${folder}/skills/${plan.name}`, file))),
  ];
}

/** One line, as manifests want their descriptions. */
export function oneLine(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ');
}

/** The versions of Node that can run a server, as a range of npm. Node 23 has SQLite without a flag from 23.4 on. */
export function nodeRange({ databases = {} }: Pick<ServerPlan, 'databases'>): string {
  const isReader = Object.values(databases).some(({ kind }) => kind === 'sqlite');
  return isReader ? '^22.13.0 || >=23.4.0' : '^20.19.0 || >=22.12.0';
}

type Env = ServerPlan['env'];
type Question = Readonly<Record<string, unknown>>;

/** By key; an optional one that is left out is an empty text, which a server takes for not set. */
export function questionsOf(env: Env): Readonly<Record<string, Question>> {
  const questions = Object.entries(env).map(([name, { description, optional, secret }]) => {
    const question: Question = {
      type: 'string',
      title: name,
      description: oneLine(description),
      required: !optional,
      sensitive: secret,
      ...(optional && { default: '' }),
    };
    return [name.toLowerCase(), question] as const;
  });
  return Object.fromEntries(questions);
}

/** `env` of an entry: what the user has given. */
export function givenVariables(env: Env): Readonly<Record<string, Readonly<Record<string, string>>>> {
  const names = Object.keys(env);
  if (names.length === 0) return {};
  return { env: Object.fromEntries(names.map((name) => [name, `\${user_config.${name.toLowerCase()}}`])) };
}

/** Characters of a description in the MCP registry (schema 2025-12-11). */
export const MAX_DESCRIPTION = 100;

export function npmName({ name }: Pick<ServerPlan, 'name'>, { scope }: Pick<PackageDetails, 'scope'>): string {
  return scope === undefined ? name : `${scope}/${name}`;
}

/** Undefined if the namespace is unknown. */
export function registryName(
  { name }: Pick<ServerPlan, 'name'>,
  { namespace }: Pick<PackageDetails, 'namespace'>,
): string | undefined {
  return namespace === undefined ? undefined : `${namespace}/${name}`;
}

/** The summary; else as many of its first sentences as there is room for; else its start, up to a word. */
export function shortDescription({ summary }: Pick<ServerPlan, 'summary'>): string {
  const whole = oneLine(summary);
  if (whole.length <= MAX_DESCRIPTION) return whole;
  const [sentences] = new RegExp(`^.{0,${MAX_DESCRIPTION - 1}}[.!?](?= )`, 'su').exec(whole) ?? [];
  if (sentences !== undefined && sentences.length <= MAX_DESCRIPTION) return sentences;
  const start = whole.slice(0, MAX_DESCRIPTION - 1);
  return `${start.slice(0, Math.max(start.lastIndexOf(' '), 1))}…`;
}

/** A line of a comment for each; `flag`: what is written before the name. */
export function variableComments(env: Env, flag = ''): string {
  return Object.entries(env)
    .map(
      ([name, { description, optional }]) =>
        `# ${flag}${name}${optional ? ' (optional)' : ''}: ${oneLine(description)}\n`,
    )
    .join('');
}
