/** The failures of values that cannot be in their place: each names who can change the value. */
import { type TemplateScope, callValue } from '../language/template.ts';
import { badArgument } from './call-failures.ts';
import { type ToolFailure, failure } from './failure.ts';

/** Of the arguments, of the token of the user, or of the configuration. */
export function badValue(name: string, why: string, scope: TemplateScope): ToolFailure {
  const error = `"${name}" ${why}.`;
  const isOther = name.startsWith('env.') || callValue(name, scope) !== undefined;
  if (!isOther) return badArgument(error);
  return name.startsWith('user.') ? failure('user_unknown', error, OTHER_CLAIM) : badConfiguration(error);
}

const OTHER_CLAIM =
  'Ask the operator of the authorization server to change this claim, or the author of this server to send it elsewhere. Do not retry before that.';

/** What is in the entry of the server in its host: an address, a variable or a header. */
export function badConfiguration(error: string): ToolFailure {
  const hint = "Ask the user to fix this server's entry in the host configuration. Do not retry.";
  return failure('bad_configuration', error, hint);
}
