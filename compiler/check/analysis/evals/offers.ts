/** What a case takes from its server: a prompt that the user chooses, and resources that they attach. */
import { fillText, matchUri, ownMember } from '@haft/runtime/language';
import { compareText } from '../../../base/diagnostic.ts';
import { type Sentence, say } from '../../../base/sentence.ts';
import type { NodePath } from '../../../spec/yaml/spec.ts';
import type { ChosenPrompt, ToolEvalSpec } from '../../documents/eval.ts';
import type { PromptMessageSpec, PromptSpec, ResourceSpec } from '../../documents/offers.ts';
import { unknownName } from '../unknown-name.ts';

/** As the user types it; a prompt as `/plan_day day=2026-11-27`, whatever its text is. */
export function requestText(query: ToolEvalSpec['query']): string {
  if (typeof query === 'string') return query;
  const entries = Object.entries(query.arguments ?? {}).sort(([a], [b]) => compareText(a, b));
  const texts = entries.map(([name, value]) => `${name}=${/^[^\s"=]+$/.test(value) ? value : JSON.stringify(value)}`);
  return [`/${query.prompt}`, ...texts].join(' ');
}

/** Whether something of the server is sent for the case. */
export function takesOffers({ query, with: attached }: Pick<ToolEvalSpec, 'query' | 'with'>): boolean {
  return typeof query === 'object' || attached !== undefined;
}

/** The messages of a prompt with its arguments in them; one without text is left out. */
export function filledMessages<M extends Pick<PromptMessageSpec, 'text'>>(
  messages: readonly M[],
  args: ChosenPrompt['arguments'] = {},
): readonly M[] {
  const filled = messages.map((one) => (one.text === undefined ? one : { ...one, text: fillText(one.text, args) }));
  return filled.filter(({ text }) => text === undefined || text.trim() !== '');
}

/** The resource with that URI, or with a template that it fits. */
export function resourceAt<R extends ResourceSpec>(uri: string, resources: readonly R[]): R | undefined {
  return resources.find((one) => (one.tool === undefined ? one.uri === uri : matchUri(one.uri, uri)));
}

/** Of one server, or of several that are shown together. */
interface CaseOffers {
  readonly prompts: readonly PromptSpec[];
  readonly resources: readonly ResourceSpec[];
  /** Whether a file of these exists and is no text. */
  readonly isBinary: (file: string) => boolean;
}

interface OfferIssue {
  /** Below the case. */
  readonly path: NodePath;
  readonly part?: 'key';
  readonly message: string | Sentence;
  readonly hint: string;
}

export function offerIssues(test: ToolEvalSpec, offers: CaseOffers): readonly OfferIssue[] {
  const { query, with: attached = [], after = [] } = test;
  return [
    ...(typeof query === 'string' ? [] : promptIssues(query, offers, after.length === 0)),
    ...attached.flatMap((one, at) => attachedIssues(one, offers, ['with', at])),
  ];
}

function promptIssues(chosen: ChosenPrompt, offers: CaseOffers, isFirst: boolean): readonly OfferIssue[] {
  const { prompt: name, arguments: args = {} } = chosen;
  const path = ['query', 'prompt'];
  const nameOf = (one: PromptSpec): string => one.name ?? one.skill ?? '';
  const prompt = offers.prompts.find((one) => nameOf(one) === name);
  if (!prompt) {
    const [message, hint] = unknownName('prompt', name, offers.prompts.map(nameOf));
    return [{ path, message, hint }];
  }
  const declared = prompt.skill === undefined ? (prompt.arguments ?? {}) : { request: { required: false } };
  const unknown = Object.keys(args).filter((one) => !Object.hasOwn(declared, one));
  const isMisspelled = unknown.length > 0;
  const missing = isMisspelled
    ? []
    : Object.entries(declared).filter(([one, { required }]) => required && !ownMember(args, one));
  return [
    ...unknown.map((one): OfferIssue => {
      const [message, hint] = unknownName('argument', one, Object.keys(declared));
      return { path: ['query', 'arguments', one], part: 'key', message, hint };
    }),
    ...missing.map(([one]) => {
      const message = say`Prompt "${name}" requires the argument "${one}".`;
      return { path, message, hint: `Add it under \`arguments\`: { ${one}: … }.` };
    }),
    ...(prompt.skill === undefined && !isMisspelled && missing.length === 0
      ? messageIssues(prompt, chosen, { ...offers, isFirst }).map((issue) => ({ path, ...issue }))
      : []),
  ];
}

/** Models take turns, of which the last is the user's. */
function messageIssues(
  { messages = [] }: PromptSpec,
  { prompt: name, arguments: args }: ChosenPrompt,
  { resources, isBinary, isFirst }: CaseOffers & { readonly isFirst: boolean },
): readonly Omit<OfferIssue, 'path'>[] {
  const written = typeof messages === 'string' ? [{ text: messages }] : messages;
  const sent: readonly PromptMessageSpec[] = filledMessages(written, args);
  const files = sent.flatMap(({ file, resource }) => file ?? resources.find(({ uri }) => uri === resource)?.file ?? []);
  const hint = 'Write the request as a text.';
  const binary = files.filter(isBinary).map((file) => {
    return { message: say`Prompt "${name}" has the file "${file}", which is no text: evals send texts alone.`, hint };
  });
  if (binary.length > 0) return binary;
  if (sent.at(-1)?.role === 'assistant' || sent.length === 0)
    return [{ message: say`Prompt "${name}" does not end with a message of the user, so nothing is requested.`, hint }];
  return isFirst && sent[0]?.role === 'assistant'
    ? [
        {
          message: say`Prompt "${name}" starts with a message of the assistant.`,
          hint: 'Give the turns before it: `after: [{ user: … }]`.',
        },
      ]
    : [];
}

function attachedIssues(
  written: NonNullable<ToolEvalSpec['with']>[number],
  { resources, isBinary }: CaseOffers,
  path: NodePath,
): readonly OfferIssue[] {
  const isWhole = typeof written === 'object';
  const uri = isWhole ? written.uri : written;
  const at = isWhole ? [...path, 'uri'] : path;
  const resource = resourceAt(uri, resources);
  if (!resource) {
    const uris = resources.map((one) => one.uri);
    const [message, hint] = unknownName('resource', uri, uris);
    return [{ path: at, message, hint }];
  }
  const { file, tool } = resource;
  if (tool !== undefined && !isWhole) {
    const message = say`The content of resource "${uri}" comes from tool "${tool}", which evals do not call.`;
    return [{ path, message, hint: `Write the content in the case: { uri: ${JSON.stringify(uri)}, text: … }.` }];
  }
  if (file !== undefined && isWhole) {
    const message = say`The content of resource "${uri}" is its file.`;
    return [{ path: [...path, 'text'], part: 'key', message, hint: `Write the URI alone: ${JSON.stringify(uri)}.` }];
  }
  if (file === undefined || !isBinary(file)) return [];
  const message = say`The file of resource "${uri}" is no text, and evals send texts alone.`;
  return [{ path, message, hint: 'Leave it out.' }];
}
