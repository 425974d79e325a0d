/** `extra` of a model: further members of each request, and those that a project must not write. */
import type { Json, JsonObject } from '@haft/runtime';
import { ownMember } from '@haft/runtime/language';
import { Failure } from '../../../edge/command-line/failure.ts';
import type { Engine } from '../online/engine.ts';

/** What the value of a member must be for a response that is whole, and the only one. */
const ONE_RESPONSE: Readonly<Record<string, Json>> = { stream: false, n: 1, background: false };

/** @throws Failure for a member that Haft writes itself, and one without which a response is one answer to the case. */
export function withExtra(
  body: object,
  extra: JsonObject,
  model: string,
  { optional }: Pick<Engine, 'optional'>,
): object {
  const whyNot = (member: string): string | undefined => {
    if (member === 'tool_choice') return 'takes the choice from the model';
    if (Object.hasOwn(body, member)) return 'is already part of each request';
    if (Object.hasOwn(optional, member)) return 'is written by Haft';
    const only = ownMember(ONE_RESPONSE, member);
    return only === undefined || extra[member] === only ? undefined : 'changes a response into another than one answer';
  };
  const own = Object.keys(extra).find((member) => whyNot(member) !== undefined);
  if (own === undefined) return { ...body, ...extra };
  throw new Failure(
    `\`extra\` of the model "${model}" has "${own}", which ${whyNot(own)}.`,
    `Remove it from \`extra\` in haft.yaml; \`temperature\`, \`seeds\` and \`max_tokens\` are keys of the model.`,
  );
}
