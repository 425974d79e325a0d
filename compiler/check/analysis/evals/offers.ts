/** What a case takes from its server: a prompt that the user chooses, and resources that they attach. */
import { fillText, matchUri, ownMember } from '@haft/runtime/language';
import { compareText } from '../../../base/diagnostic.ts';
import { filterMemo } from '../../../base/memo.ts';
import { type Sentence, say } from '../../../base/sentence.ts';
import type { NodePath } from '../../../spec/yaml/spec.ts';
import type { ChosenPrompt, ToolEvalSpec } from '../../documents/eval.ts';
import type { PromptMessageSpec, PromptSpec, ResourceSpec } from '../../documents/offers.ts';
import type { ToolPart } from '../../model.ts';
import { unknownName } from '../unknown-name.ts';

/** As the user types it; a prompt as `/plan_day day=2026-11-27`, whatever its text is. */
export function requestText(query: ToolEvalSpec['query']): string {
  if (typeof query === 'string') return query;
  const entries = Object.entries(query.arguments ?? {}).sort(([a], [b]) => compareText(a, b));
  const texts = entries.map(([name, value]) => `${name}=${/^[^\s"=]+$/.test(value) ? value : JSON.stringify(value)}`);
  return [`/${query.prompt}`, ...texts].join(' ');
}

/** Whether something of the server is sent for the case. */
export function takesOffers({ query, with: attached }: ToolEvalSpec): boolean {
  return typeof query === 'object' || attached !== undefined;
}

/** The tools with such a case. */
export const withOfferCases = filterMemo(({ spec }: ToolPart) => spec.evals?.some(takesOffers) === true);

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

/** `path`: below the case. */
type OfferIssue = readonly [path: NodePath, message: string | Sentence, hint: string, part?: 'key'];

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
  if (!prompt) return [[path, ...unknownName('prompt', name, offers.prompts.map(nameOf))]];
  const declared: Readonly<Record<string, { readonly required?: boolean }>> =
    prompt.skill === undefined ? (prompt.arguments ?? {}) : { request: {} };
  const unknown = Object.keys(args).filter((one) => !Object.hasOwn(declared, one));
  if (unknown.length > 0)
    return unknown.map((one) => {
      const [message, hint] = unknownName('argument', one, Object.keys(declared));
      return [['query', 'arguments', one], message, hint, 'key'];
    });
  const missing = Object.keys(declared).filter((one) => declared[one]?.required && !ownMember(args, one));
  if (missing.length > 0)
    return missing.map((one) => [
      path,
      say`Prompt "${name}" requires the argument "${one}".`,
      `Add it under \`arguments\`: { ${one}: … }.`,
    ]);
  const message = prompt.skill === undefined && messageProblem(prompt, chosen, { ...offers, isFirst });
  return message ? [[path, message, 'Change the prompt, or write the request as a text.']] : [];
}

/** Models take turns, of which the first and the last are the user's. */
function messageProblem(
  { messages = [] }: PromptSpec,
  { prompt: name, arguments: args }: ChosenPrompt,
  { resources, isBinary, isFirst }: CaseOffers & { readonly isFirst: boolean },
): Sentence | undefined {
  const written = typeof messages === 'string' ? [{ text: messages }] : messages;
  const sent: readonly PromptMessageSpec[] = filledMessages(written, args);
  const files = sent.flatMap(({ file, resource }) => file ?? resources.find(({ uri }) => uri === resource)?.file ?? []);
  const binary = files.find(isBinary);
  if (binary !== undefined)
    return say`Prompt "${name}" has the file "${binary}", which is no text: evals send texts alone.`;
  const ends = [sent.at(-1), ...(isFirst ? [sent[0]] : [])];
  if (ends.every((one) => one !== undefined && one.role !== 'assistant')) return undefined;
  return say`The first and the last message of prompt "${name}" must be the user's.`;
}

function attachedIssues(
  written: NonNullable<ToolEvalSpec['with']>[number],
  { resources, isBinary }: CaseOffers,
  path: NodePath,
): readonly OfferIssue[] {
  const { uri, text = undefined } = typeof written === 'string' ? { uri: written } : written;
  const resource = resourceAt(uri, resources);
  if (!resource) {
    const uris = resources.map((one) => one.uri);
    return [[text === undefined ? path : [...path, 'uri'], ...unknownName('resource', uri, uris)]];
  }
  const { file = '', tool } = resource;
  const quoted = JSON.stringify(uri);
  if (tool !== undefined && text === undefined) {
    const message = say`The content of resource "${uri}" comes from tool "${tool}", which evals do not call.`;
    return [[path, message, `Write the content in the case: { uri: ${quoted}, text: … }.`]];
  }
  if (tool === undefined && text !== undefined)
    return [[[...path, 'text'], say`The content of resource "${uri}" is its file.`, `Write ${quoted} alone.`, 'key']];
  if (tool !== undefined || !isBinary(file)) return [];
  return [[path, say`The file of resource "${uri}" is no text, and evals send texts alone.`, 'Leave it out.']];
}
