/** The parameters of a tool as a whole, and its results as columns. */
import { type Schema, ownMember } from '@haft/runtime/language';
import { isEqual } from '../../../base/json.ts';
import type { ToolPlan } from '../../../plan/model.ts';
import type { Detect, ToolPair } from '../../change.ts';
import { stricterGroups } from '../../compare/call-needs.ts';
import { type MoveDirection, someOf } from '../../compare/changed.ts';
import { WORDS, exampleOf } from '../../compare/example-documents.ts';
import { kindsOf } from '../../kind.ts';
import { definitionOf } from '../../subset/leading-to.ts';

const { wire, model } = kindsOf('tool');

const PARAMETERS =
  'parameters: { words: { type: string, description: Words to look for. }, author: { type: string, description: Who wrote it. } }';

function groupsMoved(how: MoveDirection): Detect<ToolPair> {
  return ({ before, after }, report) => {
    const [from, to] = how === 'added' ? [before, after] : [after, before];
    for (const group of stricterGroups(from, to)) {
      const [old, now] = how === 'added' ? [widerGroup(from, group), group] : [group, widerGroup(from, group)];
      report({ path: ['at_least_one'], before: old, after: now });
    }
  };
}

/** The group that lost or gained members. */
function widerGroup(tool: ToolPlan | undefined, group: readonly string[]): readonly string[] | undefined {
  return tool?.at_least_one?.find((other) => group.every((name) => other.includes(name)));
}

const tool = (columns: string): string =>
  `sql: { database: shop, statement: "select ${columns} from items order by id" }`;

const one = { before: tool('id, count'), after: tool('id') };

/** Names that only the first of the two has, and the type of each. */
function without(first: ToolPlan | undefined, second: ToolPlan | undefined): readonly (readonly [string, string])[] {
  const { columns } = second ?? {};
  return columns ? Object.entries(first?.columns ?? {}).filter(([name]) => !Object.hasOwn(columns, name)) : [];
}

/** With a mapping callers read what it makes of the columns. */
const MAPPED = {
  level: 'safe',
  why: 'The result has what `result:` takes from the rows, which is compared by itself.',
} as const;

export const TOOL_PARAMETERS = [
  wire.breaking('tool/at-least-one-added', {
    says: 'A call must now give at least one of several parameters.',
    why: 'Calls that give none of them worked before and are now rejected.',
    next: 'Give the tool a sensible result without them, or run `haft bump <tool>` to publish this version as a successor.',
    example: { before: PARAMETERS, after: `${PARAMETERS}\nat_least_one: [[words, author]]` },
    detect: groupsMoved('added'),
  }),
  wire.safe('tool/at-least-one-removed', {
    says: 'A call need no longer give one of several parameters.',
    why: 'Calls that give one of them work as before.',
    next: 'Check that the tool has a sensible result without any of them.',
    detect: groupsMoved('removed'),
  }),
  model.risky('tool/description-at-least-one', {
    says: 'What a tool description says about parameters of which one must be given changed.',
    why: 'A model fills other parameters, or calls the tool where it did not before.',
    next: 'Rerun the evals of "<tool>", and record the results with `haft eval --tier model --record`.',
    example: {
      before: `${PARAMETERS}\nat_least_one: [[words, author]]`,
      after: `${PARAMETERS}\nat_least_one: [[author, words]]`,
    },
    detect({ before, after }, report) {
      if (before && after && !isEqual(before.at_least_one, after.at_least_one))
        report({ path: ['at_least_one'], before: before.at_least_one, after: after.at_least_one });
    },
  }),
  wire.breaking('tool/column-removed', {
    says: 'A column of the rows of a statement was removed.',
    why: 'Consumers that read it find nothing under its name.',
    next: 'Return the column again, or run `haft bump <tool>` to publish this version as a successor.',
    example: one,
    detect(pair, report) {
      const { behavior } = pair.after ?? {};
      const isMapped = behavior?.kind === 'sql' && behavior.result !== undefined;
      for (const [name] of without(pair.before, pair.after))
        report({ path: ['sql', 'statement'], before: name, ...(isMapped && MAPPED) });
    },
  }),
  wire.safe('tool/column-added', {
    says: 'A column of the rows of a statement was added.',
    why: 'Consumers that do not read it are not affected; models read one more value.',
    next: 'Check that callers of the tool may see the column.',
    mirror: 'tool/column-removed',
    detect(pair, report) {
      if (!pair.before?.columns) return;
      for (const [name] of without(pair.after, pair.before)) report({ path: ['sql', 'statement'], after: name });
    },
  }),
  wire.risky('tool/column-type', {
    says: 'The type of a column of the rows changed.',
    why: 'Consumers can get a number where they got text, or other texts for the same values.',
    next: 'Call the tool before and after the change, and compare the results.',
    example: { before: tool('id, count as value'), after: tool('id, added as value') },
    detect({ before, after }, report) {
      for (const [name, type] of Object.entries(before?.columns ?? {})) {
        const now = ownMember(after?.columns ?? {}, name);
        if (now && type !== '' && now !== type)
          report({ path: ['sql', 'statement'], before: `${name} ${type}`, after: `${name} ${now}` });
      }
    },
  }),
  model.risky('tool/parameter-set', {
    says: 'The set of parameters that a model can fill changed.',
    why: 'A model reads every parameter when it chooses a tool and fills it: a new one attracts values, and a missing one sends them elsewhere.',
    next: 'Rerun the evals of "<tool>" and record the results with `haft eval --tier model --record`.',
    example: exampleOf(WORDS, '', ', author: { type: string, description: Who wrote it., default: "" }'),
    detect({ before, after }, report) {
      if (!before || !after) return;
      const removed = missingIn(after.inputSchema, before.inputSchema);
      const added = missingIn(before.inputSchema, after.inputSchema);
      if (removed.length + added.length > 0)
        report({ path: ['parameters'], before: someOf(removed), after: someOf(added) });
    },
  }),
];

/** Parameters of the second schema that the first one does not have: `limit`, `cargo[].wet`. Nothing of what is inside them. */
function missingIn(firstRoot: Schema, secondRoot: Schema): string[] {
  const followed = new Set<string>();
  return inside(firstRoot, secondRoot, '');

  function inside(from: Schema, to: Schema, prefix: string): string[] {
    if (from.$ref !== undefined && to.$ref !== undefined) {
      const pair = JSON.stringify([from.$ref, to.$ref]);
      if (followed.has(pair)) return [];
      followed.add(pair);
    }
    const [first, second] = [whole(from, firstRoot), whole(to, secondRoot)];
    const here = Object.entries(second.properties ?? {}).flatMap(([name, schema]) => {
      const counterpart = ownMember(first.properties ?? {}, name);
      if (counterpart) return inside(counterpart, schema, `${prefix}${name}.`);
      return first.properties || prefix === '' ? [`${prefix}${name}`] : [];
    });
    const [items, others] = [first.items, second.items];
    return items && others ? [...here, ...inside(items, others, `${prefix.replace(/\.$/, '')}[].`)] : here;
  }
}

/** With what its reference leads to. */
function whole({ $ref, ...own }: Schema, root: Schema, passed: readonly string[] = []): Schema {
  if ($ref === undefined || passed.includes($ref)) return own;
  return { ...whole(definitionOf($ref, root) ?? {}, root, [...passed, $ref]), ...own };
}
