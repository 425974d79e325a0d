/** Arguments and results that were added, removed or renamed. */
import { WORDS, RESULT, exampleOf } from '../../compare/example-documents.ts';
import { kindsOf } from '../../kind.ts';
import { json } from '../../compare/changed.ts';
import type { ChangeFacts, SchemaPair } from '../../change.ts';
import { compilePattern, type Schema } from '@haft/runtime/language';
import { memoizeBy } from '../../../base/memo.ts';
import { isSubset } from '../../subset/subset.ts';
import { inProofOrder } from '../../schema/judgment.ts';
import { isStillReturned } from '../../schema/still-returned.ts';
import { counterexample } from '../../witness/samples.ts';

const { wire } = kindsOf('schema');

const EDITION = RESULT.replace('*', '* { type: integer, description: Year of the first edition. }');

type Verdict = Pick<ChangeFacts, 'level' | 'why' | 'next'>;

const BUMP = 'run `haft bump <tool>` to publish this version as a successor.';
const REJECTED: Verdict = {
  level: 'breaking',
  why: 'The object accepted undeclared properties: some values that calls could send under this name are now rejected.',
  next: `Accept the values that callers send, or ${BUMP}`,
};
const UNDECIDED: Verdict = {
  level: 'unknown',
  why: 'The object accepted undeclared properties: whether all values under this name still are is not decided.',
  next: `Compare the schemas; if the new one rejects anything, ${BUMP}`,
};

const NEW_NAME: Verdict = {
  why: 'The new name is required: calls with the old name alone are rejected.',
};

/** The old name is one that is no longer declared, and the new one is declared for the first time. */
function whenRenamed(pair: SchemaPair, old: string): Verdict {
  const { before, after, ...both } = pair;
  const removal = membership({ ...both, before, after: undefined, name: old });
  if (removal === 'closed') return {};
  if (pair.required.after && after?.default === undefined) return NEW_NAME;
  const addition = membership({ ...both, before: undefined, after });
  if (addition === 'breaks') return REJECTED;
  return removal !== 'breaks' && addition === 'undecided' ? UNDECIDED : WHEN_REMOVED[removal];
}

function addedForm({ before, after }: SchemaPair): Schema | undefined {
  return before ? undefined : after;
}

/** Where an object took values under the name before it was declared. */
function whenAdded(pair: SchemaPair, own: Partial<Record<Membership, Verdict>>): Verdict {
  return { closed: {}, fits: {}, ...own, breaks: REJECTED, undecided: UNDECIDED }[membership(pair)] ?? {};
}

const CHECKED = 'The object accepted any value under this name; now only those of the schema are accepted.';
const ALL_ACCEPTED: Verdict = {
  level: 'safe',
  why: 'All values that were accepted under this name still are.',
  next: 'Check that the change was intended.',
};

const STILL_ACCEPTED: Verdict = {
  level: 'risky',
  why: 'The object still accepts all values under this name, but the tool may ignore them.',
  next: 'Keep it, even if it has no effect, or notify callers.',
};

/** What the object does with values under a name that it no longer declares. */
const WHEN_REMOVED: Readonly<Record<Membership, Verdict>> = {
  closed: {},
  open: STILL_ACCEPTED,
  fits: STILL_ACCEPTED,
  breaks: {
    level: 'breaking',
    why: 'The schema of undeclared properties rejects some values that worked before.',
    next: `Keep it, or ${BUMP}`,
  },
  undecided: {
    level: 'unknown',
    why: 'Whether the schema of undeclared properties accepts all its values is not decided.',
    next: `Compare the schemas; if the new one rejects anything, ${BUMP}`,
  },
};

const UNEXPECTED: Readonly<Partial<Record<Membership, Verdict>>> = {
  // Clients with the old schema may reject a result with additional properties.
  closed: {
    level: 'risky',
    why: 'The object had no other properties: clients that validate against the old schema reject the result.',
    next: 'Notify consumers that validate results.',
  },
  breaks: {
    level: 'breaking',
    why: 'The old schema has a rule for undeclared properties: consumers that rely on it get other values under this name.',
    next: `Return values that the old schema allows, or ${BUMP}`,
  },
  undecided: {
    level: 'unknown',
    why: 'The old schema has a rule for undeclared properties: whether all new values follow it is not decided.',
    next: 'Compare the schemas; if the new one allows anything new, notify consumers.',
  },
};

export const SCHEMA_PRESENCE = [
  wire.breaking('param/added-required', {
    says: 'A required parameter was added.',
    why: 'Calls that do not send it worked before and are now rejected.',
    next: 'Give it a default and make it optional, or run `haft bump <tool>` to publish this version as a successor.',
    example: {
      before: 'parameters: { words: { type: string, description: Words to look for. } }',
      after: `parameters: { words: { type: string, description: Words to look for. }, shelf: { type: string, description: Where to look. } }
required: [shelf]`,
    },
    mirror: 'param/removed',
    detect(pair, report) {
      const schema = addedForm(pair);
      const isNew = pair.required.after && !pair.required.before;
      if (schema && isNew && schema.default === undefined) report({ after: json(schema) });
    },
  }),
  wire.safe('param/added-with-default', {
    says: 'A parameter with a default was added.',
    why: 'Calls without it use the default.',
    next: 'Check that the default keeps the previous behavior.',
    example: exampleOf(WORDS, '', ', limit: { type: integer, default: 25, description: How many books at most. }'),
    mirror: 'param/removed',
    detect(pair, report) {
      const schema = addedForm(pair);
      if (schema?.default === undefined) return;
      const why = `Calls without it use the default. ${CHECKED}`;
      report({ after: json(schema), ...whenAdded(pair, { open: { level: 'risky', why } }) });
    },
  }),
  wire.risky('param/added-optional', {
    says: 'An optional parameter without a default was added.',
    why: 'Existing calls still pass, but their meaning is undefined; EXT §9 requires a default.',
    next: 'Give it a default that keeps the previous behavior.',
    example: exampleOf(WORDS, '', ', shelf: { type: string, description: Where to look. }'),
    detect(pair, report) {
      const schema = addedForm(pair);
      if (!schema || pair.required.after || schema.default !== undefined) return;
      const why = `Calls without it still pass, but their meaning is undefined. ${CHECKED}`;
      report({ after: json(schema), ...whenAdded(pair, { open: { why } }) });
    },
  }),
  wire.risky('param/declared', {
    says: 'A parameter that calls had to send without a schema has one now.',
    why: CHECKED,
    next: 'Check that the schema accepts what callers send.',
    example: {
      before: 'parameters: { author: { type: object, description: Who wrote it., required: [name] } }',
      after:
        'parameters: { author: { type: object, description: Who wrote it., required: [name], properties: { name: { type: string } } } }',
    },
    mirror: 'One that is no longer declared is reported as param/removed, whether calls have to send it or not.',
    detect(pair, report) {
      const schema = addedForm(pair);
      const isSent = pair.required.before && pair.required.after;
      if (schema && isSent && schema.default === undefined)
        report({ after: json(schema), ...whenAdded(pair, { fits: ALL_ACCEPTED, closed: ALL_ACCEPTED }) });
    },
  }),
  wire.breaking('param/removed', {
    says: 'A parameter was removed.',
    why: 'Undeclared arguments are rejected, so every call that sends it fails.',
    next: 'Keep it, even if it has no effect, or run `haft bump <tool>` to publish this version as a successor.',
    mirror: 'param/added-optional',
    detect(pair, report) {
      if (!pair.after) report({ before: json(pair.before), ...WHEN_REMOVED[membership(pair)] });
    },
  }),
  wire.breaking('param/renamed', {
    says: 'A parameter was removed, and one with the same schema and a similar description added: it may have been renamed.',
    why: 'Undeclared arguments are rejected, so every call with the old name fails.',
    next: 'Keep the old name, or run `haft bump <tool>` to publish this version as a successor.',
    example: exampleOf('parameters: { * { type: string, description: Words to look for. } }', 'words:', 'query:'),
    detect(pair, report) {
      const { renamedFrom, name } = pair;
      if (renamedFrom !== undefined) report({ before: renamedFrom, after: name, ...whenRenamed(pair, renamedFrom) });
    },
  }),
  wire.safe('result/added', {
    says: 'A property was added to the result.',
    why: 'Consumers of the other properties are not affected.',
    next: 'Describe it, so that a model knows what it means.',
    example: exampleOf(RESULT, 'title: { type: string }', 'title: { type: string }, year: { type: integer }'),
    detect(pair, report) {
      if (!pair.before) report({ after: json(pair.after), ...UNEXPECTED[membership(pair)] });
    },
  }),
  wire.breaking('result/removed', {
    says: 'A property was removed from the result.',
    why: 'Consumers that read it no longer find it.',
    next: 'Keep it, or run `haft bump <tool>` to publish this version as a successor.',
    detect(pair, report) {
      if (!pair.after && !isStillReturned(pair)) report({ before: json(pair.before) });
    },
  }),
  wire.breaking('result/undeclared', {
    says: 'A property of the result is still returned, but no longer declared.',
    why: 'Results are no longer checked for it: consumers that rely on it can get a result without it, or with another value.',
    next: 'Declare it in `returns`, or run `haft bump <tool>` to publish this version as a successor.',
    example: exampleOf(
      '*\ncommand: { argv: [books, search], result: { title: /title } }',
      'returns: { type: object, properties: { title: { type: string } } }',
      '',
    ),
    mirror: 'Declaring it is reported as result/added.',
    detect(pair, report) {
      if (isStillReturned(pair)) report({ before: json(pair.before) });
    },
  }),
  wire.breaking('result/renamed', {
    says: 'A result property was removed, and one with the same schema and a similar description added: it may have been renamed.',
    why: 'Consumers that read the old name no longer find it.',
    next: 'Keep the old name, or return the value under both names for a transition period.',
    example: exampleOf(EDITION, 'year:', 'published:'),
    detect({ renamedFrom, name }, report) {
      if (renamedFrom !== undefined) report({ before: renamedFrom, after: name });
    },
  }),
];

/**
 * `closed`: no object could have, or may have, a property of this name. `open`: it could be anything. Between the two the
 * values are compared: all of one side fit the other, one is known that does not, or neither is proved.
 */
type Membership = 'closed' | 'open' | 'fits' | 'breaks' | 'undecided';

/** Of a pair that lacks one schema: whether what callers send is still accepted, and what consumers get still expected. */
const membership = memoizeBy((pair: SchemaPair): Membership => {
  const { before, after, holder, side, name } = pair;
  const isAdded = before === undefined;
  const rest = othersOf((isAdded ? holder.before : holder.after) ?? {}, name);
  const cover = coverOf(rest, name);
  // An author who wrote it invited calls to send any value; an object that is open by default promised nothing.
  const isInvited = side === 'argument' && isAdded && rest.additionalProperties === true;
  if (cover !== 'typed' && !isInvited) return cover;
  const declared = { ...rest, properties: { [name]: (isAdded ? after : before) ?? {} } };
  const both = isAdded ? inProofOrder(pair, rest, declared) : inProofOrder(pair, declared, rest);
  if (isSubset(...both)) return 'fits';
  return counterexample(...both) === undefined ? 'undecided' : 'breaks';
});

/** What an object says of this name without declaring it: other properties are the same on both sides. */
function othersOf({ properties: _properties, required = [], ...rest }: Schema, name: string): Schema {
  return { ...rest, ...(required.includes(name) && { required: [name] }) };
}

function coverOf({ additionalProperties: others = true, patternProperties = {} }: Schema, name: string) {
  if (Object.keys(patternProperties).some((pattern) => compilePattern(pattern)(name) !== false)) return 'typed';
  if (typeof others !== 'boolean') return 'typed';
  return others ? 'open' : 'closed';
}
