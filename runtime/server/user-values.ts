/** What a tool needs of its user: claims of the access token, which templates name (`{user.subject}`). Without them nothing is begun. */
import type { BehaviorContext, UserValues } from '../behaviors/shared/run.ts';
import type { Behavior } from '../descriptor/descriptor.ts';
import { type Json, type JsonObject, isObject, ownMember } from '../language/json.ts';
import { variablesIn, withCallValues } from '../language/template.ts';
import { type ToolFailure, failure, isFailure } from './failure.ts';
import type { CallUser } from './user.ts';

export const userValues: UserValues = {
  wrap(run, context) {
    // Without `auth`, `user` is an argument like any other.
    if (context.server.auth === undefined) return run;
    const paths = claimsIn(templatesOf(context));
    const own = context.callerValues?.wrap(run, context) ?? run;
    if (paths.length === 0) return own;
    return (args, call) => {
      const claims = claimsFor(paths, call.user);
      return isFailure(claims) ? claims : own(withCallValues(args, claims), call);
    };
  },
  scope(templates, user, callers) {
    const claims = claimsFor(claimsIn(templates), user);
    if (isFailure(claims)) return claims;
    const headers = callers?.values(templates, user) ?? {};
    return isFailure(headers) ? headers : withCallValues({}, { ...claims, ...headers });
  },
};

/** All that is filled in for a call of the tool. */
function templatesOf({ tool: { behavior }, server }: BehaviorContext): readonly unknown[] {
  const connections = stepsIn(behavior).map((step) =>
    'connection' in step ? ownMember(server.connections, String(step.connection))?.headers : undefined,
  );
  const database = 'database' in behavior ? ownMember(server.databases ?? {}, behavior.database) : undefined;
  return [behavior, connections, database?.settings];
}

/** Its work, and the checks before and after it. */
export function stepsIn(behavior: Behavior): readonly object[] {
  const before = 'before' in behavior ? (behavior.before ?? []) : [];
  const verify = 'verify' in behavior ? (behavior.verify ?? []) : [];
  return [behavior, ...before, ...verify];
}

/** The claims that are named, and no other. Only texts, numbers and truth values can fill a template without a surprise. */
function claimsFor(paths: readonly (readonly string[])[], user: CallUser | undefined): JsonObject | ToolFailure {
  if (paths.length === 0) return {};
  if (user === undefined || (user.issuer === '' && user.subject === ''))
    return failure('user_unknown', 'The user of this call is not known.', LOG_IN);
  const { claims, subject, issuer, client } = user;
  const members: JsonObject = { ...claims, subject, issuer, client };
  const values: Record<string, Json> = {};
  for (const path of paths) {
    const value = path.reduce<Json | undefined>((at, key) => (isObject(at) ? ownMember(at, key) : undefined), members);
    if (value === undefined || !['string', 'number', 'boolean'].includes(typeof value) || value === '')
      return failure(
        'user_unknown',
        `The access token has no "${path.join('.')}", which this tool needs.`,
        OTHER_ACCOUNT,
      );
    values[['user', ...path].join('.')] = value;
  }
  return values;
}

const LOG_IN = 'Ask the user to connect to this server over HTTP, with a login. Do not retry.';

const OTHER_ACCOUNT = 'Ask the user to log in with an account that has it. Do not retry.';

/** The paths below `user` in the templates of a value. */
function claimsIn(value: unknown): readonly (readonly string[])[] {
  const named = variablesIn(value).filter(({ path }) => path[0] === 'user' && path.length > 1);
  return named.map(({ path }) => path.slice(1));
}
