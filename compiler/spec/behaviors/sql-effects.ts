/** What a statement does, by its tokens: which kind it is, and what it changes. */
import { ownMember } from '@haft/runtime/language';
import type { Contradiction, Effects } from './behavior.ts';
import { type SqlToken, sqlTokens, wordsOf } from './sql-tokens.ts';

/** Kinds that a tool may run, with what each changes; whatever else a database understands is about sessions and schemas. */
const KINDS: Readonly<Record<string, Effects>> = {
  select: 'read',
  with: 'read',
  values: 'read',
  table: 'read',
  insert: 'write',
  update: 'write',
  merge: 'write',
  call: 'write',
  delete: 'destroy',
  truncate: 'destroy',
};

export const STATEMENT_KINDS = Object.keys(KINDS);

const ORDER: readonly Effects[] = ['read', 'write', 'destroy'];

/** Functions with effects that no read-only transaction stops, by the start of their names. */
const ACTING =
  /^(?:pg_(?:try_)?advisory_(?:lock|unlock)|pg_(?:terminate|cancel|reload|rotate|switch|promote|create|drop|stat_reset|read|ls|logical|notify|export|backup|start|stop|wal_replay|copy)|lo_|lowrite$|dblink|nextval$|setval$|set_config$|query_to_|(?:get|release)_(?:all_)?locks?$|load_file$|benchmark$)/;

/** Those whose effect outlives the transaction on a connection that others use next. */
const STAYING = /^(?:set_config|get_lock|pg_(?:try_)?advisory_lock(?:_shared)?)$/;

/** Names that stand before a parenthesis, quoted or not. */
function callsIn(tokens: readonly SqlToken[]): string[] {
  return wordsOf(tokens).flatMap(({ kind, key: word }, at, all) => {
    if (all[at + 1]?.key !== '(') return [];
    return kind === 'word' ? [word] : kind === 'name' ? [word.slice(1, -1)] : [];
  });
}

/** The first word, behind parentheses; of WITH that of the statement it ends in. */
export function kindOfStatement(tokens: readonly SqlToken[]): string {
  const words = wordsOf(tokens).filter(({ key }) => key !== '(');
  const [first] = words;
  if (first?.key !== 'with') return first?.key ?? '';
  const main = words.find(({ key: word, depth }, at) => {
    const before = words[at - 1]?.key;
    return depth === first.depth && at > 0 && KINDS[word] !== undefined && !/^(?:with|recursive|,)$/.test(before ?? '');
  });
  return main?.key ?? 'with';
}

/** Words with what each changes, also inside of WITH. */
function changesIn(tokens: readonly SqlToken[]): readonly { readonly effects: Effects; readonly clause: string }[] {
  const words = wordsOf(tokens);
  const main = kindOfStatement(tokens);
  const clauses = words.flatMap(({ key: word, kind }, at) => {
    if (kind !== 'word') return [];
    const before = words[at - 1]?.key ?? '';
    const next = words[at + 1]?.key ?? '';
    const own = ownMember(KINDS, word);
    if (own !== undefined && own !== 'read' && (before === '(' || (before === 'then' && word === 'delete')))
      return [{ effects: own, clause: `it contains ${withArticle(word)}` }];
    if (word === 'into' && !/^(?:insert|merge)$/.test(before))
      return [{ effects: 'write' as const, clause: 'it contains SELECT … INTO' }];
    if (word === 'for' && /^(?:update|share|no|key)$/.test(next))
      return [{ effects: 'write' as const, clause: 'it locks rows (FOR …)' }];
    return [];
  });
  const acting = callsIn(tokens).filter((name) => ACTING.test(name));
  return [
    ...acting.map((name) => ({ effects: 'write' as const, clause: `it calls ${name}()` })),
    { effects: ownMember(KINDS, main) ?? ('read' as const), clause: `its statement is ${withArticle(main)}` },
    ...clauses,
  ];
}

function withArticle(word: string): string {
  return `${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word.toUpperCase()}`;
}

/** Of all statements of a call. What a read calls may write, so that more care than a statement shows is right where it calls something. */
export function statementContradiction(statements: readonly string[], effects: Effects): Contradiction | undefined {
  const all = statements.map(sqlTokens);
  if (all.some((tokens) => !STATEMENT_KINDS.includes(kindOfStatement(tokens)))) return undefined;
  const changes = all.flatMap(changesIn);
  const worst = changes.toSorted((a, b) => ORDER.indexOf(a.effects) - ORDER.indexOf(b.effects)).at(-1);
  if (worst === undefined) return undefined;
  const otherwise = statements.length > 1 ? 'change the statements' : 'change the statement';
  if (ORDER.indexOf(worst.effects) > ORDER.indexOf(effects))
    return { clause: worst.clause, instead: worst.effects, otherwise };
  const calls = all.flatMap(callsIn).some((name) => !HARMLESS.test(name));
  const clause = statements.length > 1 ? 'its statements only read' : 'its statement only reads';
  return worst.effects === 'read' && effects !== 'read' && !calls ? { clause, instead: 'read', otherwise } : undefined;
}

/** Keywords before a parenthesis, and functions that only compute. */
const HARMLESS =
  /^(?:in|as|and|or|not|exists|any|all|some|from|join|lateral|on|where|having|by|values|over|filter|union|except|intersect|select|when|then|else|materialized|using|cast|count|sum|min|max|avg|coalesce|nullif|lower|upper|length|round|now)$/;

/** The function whose effect the next caller of the connection would see. */
export function stayingCall(tokens: readonly SqlToken[]): string | undefined {
  return callsIn(tokens).find((name) => STAYING.test(name));
}
