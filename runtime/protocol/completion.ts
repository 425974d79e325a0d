/** What clients suggest while a user types an argument of a prompt or a variable of a URI. */
import type { ServerDescriptor } from '../descriptor/descriptor.ts';
import { isObject, ownMember } from '../language/json.ts';
import type { Redact } from '../redaction/redact.ts';
import { frame } from '../redaction/redacted.ts';
import type { Extension } from './extensions.ts';
import { type Members, RPC, errorReply } from './message.ts';

/** MCP, utilities/completion: the most values of one answer. */
const MAX_VALUES = 100;

/** Undefined where it suggests nothing. */
export function extendByCompletion(
  { prompts = [], resources = [] }: ServerDescriptor,
  redact: Redact,
): Extension | undefined {
  const isIdle =
    !prompts.some((one) => one.arguments?.some(({ complete }) => complete)) && !resources.some((one) => one.complete);
  if (isIdle) return undefined;
  /** Undefined where there is no such prompt or template. */
  const valuesOf = ({ type, name, uri }: Members, argument: string): readonly string[] | undefined => {
    if (type === 'ref/prompt') {
      const prompt = prompts.find((one) => one.name === name);
      return prompt && (prompt.arguments?.find((one) => one.name === argument)?.complete ?? []);
    }
    const resource = type === 'ref/resource' ? resources.find((one) => one.uri === uri) : undefined;
    return resource && (ownMember(resource.complete ?? {}, argument) ?? []);
  };
  return {
    capabilities: { completions: {} },
    methods: {
      'completion/complete'({ ref, argument }) {
        if (!isObject(argument) || typeof argument['name'] !== 'string' || typeof argument['value'] !== 'string')
          return errorReply(RPC.invalidParams, '"argument" must have a name and a value.');
        const choices = isObject(ref) ? valuesOf(ref, argument['name']) : undefined;
        if (choices === undefined)
          return errorReply(RPC.invalidParams, '"ref" must name a prompt or a resource template of this server.');
        const start = argument['value'].toLowerCase();
        const fitting = choices.filter((value) => value.toLowerCase().startsWith(start));
        const [values, hasMore] = [fitting.slice(0, MAX_VALUES), fitting.length > MAX_VALUES];
        return frame`"completion":${redact.json({ values, total: fitting.length, hasMore })}`;
      },
    },
  };
}
