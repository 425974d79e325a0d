/** The variables of a server as questions that a host asks: `user_config` of MCPB, `userConfig` of Claude Code. */
import type { ServerPlan } from '../../plan/model.ts';
import { oneLine } from './files.ts';

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
    return [keyOf(name), question] as const;
  });
  return Object.fromEntries(questions);
}

/** `env` of an entry: what the user has given. */
export function givenVariables(env: Env): Readonly<Record<string, Readonly<Record<string, string>>>> {
  const names = Object.keys(env);
  if (names.length === 0) return {};
  return { env: Object.fromEntries(names.map((name) => [name, `\${user_config.${keyOf(name)}}`])) };
}

function keyOf(name: string): string {
  return name.toLowerCase();
}
