/** Two tools that requests confuse, with the requests of each: an author, or a model that is asked to, writes the sentence that separates them. */
import { type Choice, choiceKey } from '../../../versions/receipts/choice.ts';
import { confusionsOf, matrixOf } from '../figures/confusions.ts';
import type { CaseRun, ChoiceRun } from '../figures/suite.ts';
import { wantedNames } from '../judge/judge.ts';
import { shownPart } from '../../../plan/named-tools.ts';
import { termsOf } from '../offline/terms.ts';
import type { Conversation } from '../online/conversation.ts';
import type { EngineAnswer } from '../online/engine.ts';
import { expectedTexts, isSkill } from './parts.ts';
import type { Confusion, Edit, Separation } from './suggestion.ts';

/** Those that most requests confuse first. */
export function separationsOf(runs: readonly ChoiceRun[]): readonly Separation[] {
  const all = runs.flatMap((run) =>
    confusionsOf(matrixOf(run)).flatMap(({ expected, chosen, fault, cases }): Separation[] => {
      if (expected === undefined || chosen === undefined || expected === chosen || fault === 'outside') return [];
      const confused = cases.map(({ one }) => one.request);
      return [{ choice: choiceKey(run.choice), expected, chosen, confused, own: requestsFor(chosen, run) }];
    }),
  );
  return all.toSorted((a, b) => b.confused.length - a.confused.length);
}

function requestsFor(name: string, { choice }: ChoiceRun): readonly string[] {
  return choice.cases.filter(({ test }) => wantedNames(test.expect).includes(name)).map(({ request }) => request);
}

const WRITER =
  'You write descriptions of tools for language models. State a difference of meaning, in general words, without names, values or quotes of the requests.';
const MAX_OWN = 12;
const MAX_SENTENCE = 160;

/** What a model is asked that writes the sentence. `examples`: the requests that it may see. */
export function writerConversation(
  { run, expected = '', chosen = '' }: Confusion,
  examples: readonly CaseRun[],
): Conversation {
  const listed = (requests: readonly string[]): string => requests.map((one) => `- ${one}`).join('\n');
  const about = (name: string): string => `Tool ${name}: ${shownPart(run.choice, name)?.description.text ?? ''}`;
  const request = [
    about(chosen),
    about(expected),
    `Requests for ${chosen}:\n${listed(requestsFor(chosen, run).slice(0, MAX_OWN))}`,
    `Requests for ${expected}, which are mistaken for ${chosen}:\n${listed(examples.map(({ one }) => one.request))}`,
    `Call state_case with the case in which ${expected} must be used and not ${chosen}. It completes the sentence "Use ${expected} if …".`,
  ].join('\n\n');
  const text = {
    type: 'string',
    description: 'The case: a clause of at most 20 words, such as "the user wants to change it".',
  } as const;
  const properties = { case: text };
  const inputSchema = { type: 'object', properties, required: ['case'], additionalProperties: false } as const;
  const description = 'States the case in which the other tool must be used.';
  const tools = [{ name: 'state_case', description, inputSchema }];
  return { tools, system: WRITER, after: [], request };
}

/** The clause that a model wrote; undefined where it is none that may stand in a description of this choice. */
export function writtenCase(answer: EngineAnswer, { choice }: ChoiceRun): string | undefined {
  const written = answer.kind === 'call' ? answer.arguments?.['case'] : undefined;
  if (typeof written !== 'string') return undefined;
  const clause = written.trim().replace(/\.$/, '');
  const isPlain = clause.length <= MAX_SENTENCE && /^[\p{L}][\p{L}\p{M} ,'’-]*$/u.test(clause);
  return isPlain && termsOf(clause).length > 0 && !hasPrivateTopic(clause, choice) ? clause : undefined;
}

/** Whether it has a name, a value of a case, or a word of which the cases have more than the tools: that fits the cases alone. */
function hasPrivateTopic(clause: string, { cases, servers, skills }: Choice): boolean {
  if (/(?<=\S\s)\p{Lu}/u.test(clause)) return true;
  const terms = termsOf(clause);
  const values = new Set(
    cases.flatMap(({ test }) =>
      Object.values(test.arguments ?? {})
        .flatMap(expectedTexts)
        .flatMap(termsOf),
    ),
  );
  const names = new Set(cases.flatMap(({ request }) => namesIn(request)));
  const texts = [...servers.flatMap(({ tools }) => tools), ...skills].map(({ description }) => description.text);
  const publicTerms = new Set(texts.flatMap(termsOf));
  return terms.some((term) => names.has(term) || (values.has(term) && !publicTerms.has(term)));
}

/** Words with a capital letter inside a request. */
function namesIn(request: string): readonly string[] {
  return [...request.matchAll(/(?<=\S\s)\p{Lu}[\p{L}\p{M}'’-]*/gu)].flatMap(([word]) => termsOf(word));
}

export function insteadEdit(
  { run, expected = '', chosen = '' }: Confusion,
  clause: string,
  from: readonly string[],
): Edit {
  return {
    name: chosen,
    path: ['description', isSkill(run.choice, chosen) ? 'not_for' : 'instead'],
    how: 'append',
    value: { case: clause, use: expected },
    words: clause,
    title: `State in "${chosen}" to use "${expected}" if ${clause}.`,
    from,
  };
}
