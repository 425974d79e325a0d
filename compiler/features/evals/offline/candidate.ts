/** Tools and skills → what the offline reader uses of each: its fields as terms, and the terms that count against it. */
import { isObject, type Schema } from '@haft/runtime/language';
import { memoizeBy } from '../../../base/memo.ts';
import type { ServerPlan, SkillPlan, ToolPlan } from '../../../plan/model.ts';
import { type PlannedTool, shownName, shownTools } from '../../../plan/named-tools.ts';
import { allTermsOf, isGrammar, nameTerms, termsOf, verbGroups } from './terms.ts';

/** A field of a candidate; `reader.ts` says what each is worth. */
export type CandidateField = 'name' | 'summary' | 'text' | 'examples' | 'parameters' | 'verbs';

/** One thing that a model may choose. */
export interface Candidate {
  /** Name of the tool or skill. */
  readonly name: string;
  readonly fields: Readonly<Record<CandidateField, readonly string[]>>;
  /** Its example requests as `sameRequest` compares them. */
  readonly requests: ReadonlySet<string>;
  /** As they are shown, for the language that they are in. */
  readonly texts: string;
  /** Terms of the cases that its own description sends elsewhere. */
  readonly against: readonly string[];
  /** Of a deprecated tool: the one that takes its place in the end, which it never ranks before. */
  readonly behind?: string;
}

/** What a host shows a model together. */
export interface ShownTogether {
  readonly servers: readonly ServerPlan[];
  readonly skills: readonly SkillPlan[];
}

/** A case that a description gives to another tool or skill: it counts for that one, and against its own. */
interface Referral {
  readonly from: string;
  readonly to: string | undefined;
  readonly text: string;
}

/** Every tool and skill of a choice; deprecated tools that are listed, too. */
export function candidatesOf({ servers, skills }: ShownTogether): readonly Candidate[] {
  const tools = [...shownTools(servers)];
  const referrals: readonly Referral[] = [
    ...tools.flatMap(([from, { server, tool }]) =>
      (tool.authored.instead ?? []).map((other) => {
        return { from, to: shownName(servers, other.use, [server.name]), text: other.case };
      }),
    ),
    ...skills.flatMap(({ name: from, not_for, servers: near }) =>
      not_for.map(({ use, case: text }) => ({ from, to: use && shownName(servers, use, near), text })),
    ),
  ];
  const behind = placesTaken(tools, servers);
  const candidates = [
    ...tools.map(([name, { tool }]) => ({ ...readTool(tool), name, ...behind(name) })),
    ...skills.map(readSkill),
  ];
  return candidates.map((candidate) => withReferrals(candidate, referrals));
}

/** The last of its successors, of those that are shown. */
function placesTaken(
  tools: readonly (readonly [string, PlannedTool])[],
  servers: readonly ServerPlan[],
): (name: string) => Pick<Candidate, 'behind'> {
  const uses = new Map(
    tools.flatMap(([name, { server, tool }]) =>
      tool.deprecated ? [[name, shownName(servers, tool.deprecated.use, [server.name])] as const] : [],
    ),
  );
  const names = new Set(tools.map(([name]) => name));
  const lastOf = (name: string, path: readonly string[] = [name]): string => {
    const next = uses.get(name);
    return next === undefined || !names.has(next) || path.includes(next) ? name : lastOf(next, [...path, next]);
  };
  return (name) => (lastOf(name) === name ? {} : { behind: lastOf(name) });
}

const readTool = memoizeBy(({ name, authored, description, inputSchema }: ToolPlan): Candidate => {
  // A text of profile mcp has no parts: its first sentence replaces `does`.
  const whole = typeof authored === 'object' && authored.when !== '';
  const [summary, rest] = firstSentence(whole ? authored.does : description.text);
  return candidate(name, {
    summary,
    text: whole ? `${rest} ${authored.when}` : rest,
    examples: whole ? (authored.examples ?? []) : [],
    parameters: parameterTerms(inputSchema),
    whole: description.text,
  });
});

function readSkill({ name, description }: SkillPlan): Candidate {
  const part = (wanted: string): string => description.parts.find((one) => one.part === wanted)?.text ?? '';
  const [summary, rest] = firstSentence(part('does'));
  const triggers = [...part('triggers').matchAll(/"([^"]*)"/g)].map(([, trigger = '']) => trigger);
  return candidate(name, {
    summary,
    text: `${rest} ${part('when')}`,
    examples: triggers,
    parameters: [],
    whole: description.text,
  });
}

interface Texts {
  readonly summary: string;
  readonly text: string;
  readonly examples: readonly string[];
  readonly parameters: readonly string[];
  readonly whole: string;
}

function candidate(name: string, texts: Texts): Candidate {
  const own = nameTerms(name);
  const summary = allTermsOf(texts.summary);
  return {
    name,
    fields: {
      name: own,
      summary,
      text: allTermsOf(texts.text),
      examples: allTermsOf(texts.examples.join(' ')),
      parameters: texts.parameters,
      verbs: verbGroups([...own, ...summary.filter((term) => !isGrammar(term)).slice(0, 1)]),
    },
    requests: new Set(texts.examples.map(sameRequest)),
    texts: texts.whole,
    against: [],
  };
}

/** A key that is the same for requests that differ only in case, spaces and final punctuation. */
export function sameRequest(request: string): string {
  const plain = request.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
  let end = plain.length;
  while (end > 0 && ' .!?'.includes(plain.charAt(end - 1))) end -= 1;
  return plain.slice(0, end);
}

/** Names, descriptions and enum values, at every depth that a model reads. */
function parameterTerms({ properties = {}, items }: Pick<Schema, 'properties' | 'items'>): readonly string[] {
  const own = Object.entries(properties).flatMap(([name, schema]) => [
    ...nameTerms(name),
    ...allTermsOf(schema.description ?? ''),
    ...(schema.enum ?? []).flatMap((value) => (typeof value === 'string' ? allTermsOf(value) : [])),
    ...parameterTerms(schema),
  ]);
  return isObject(items) ? [...own, ...parameterTerms(items)] : own;
}

function withReferrals(one: Candidate, referrals: readonly Referral[]): Candidate {
  const termsWhere = (fits: (referral: Referral) => boolean): readonly string[] =>
    referrals.filter(fits).flatMap(({ text }) => termsOf(text));
  const gained = termsWhere(({ to }) => to === one.name);
  // What the tool itself works on is in the case too: it tells the two apart as little as grammar does.
  const own = new Set([...one.fields.name, ...one.fields.summary, ...one.fields.text]);
  const against = termsWhere(({ from }) => from === one.name).filter((term) => !own.has(term));
  return { ...one, fields: { ...one.fields, examples: [...one.fields.examples, ...gained] }, against };
}

/** The first sentence, or the first line where no sentence ends, and the rest. */
function firstSentence(text: string): readonly [first: string, rest: string] {
  const trimmed = text.trim();
  const first = /^[^\n]*?[.!?](?=\s|$)/.exec(trimmed)?.[0] ?? trimmed.split('\n', 1)[0] ?? '';
  return [first, trimmed.slice(first.length)];
}
