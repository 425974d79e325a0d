/** Parameter names are snake_case. */
import { crossRule } from '../../rule.ts';
import type { Schema } from '@haft/runtime/language';
import { flatMapMemo } from '../../../base/memo.ts';
import type { ParamPart, ToolPart } from '../../model.ts';
import { schemasOf } from '../../analysis/schemas/schemas-of.ts';
import { isItem } from '../../analysis/intended-type/intended-type.ts';
import { renameParameter } from '../../analysis/edits/rename.ts';
import { snakeCase } from '../../analysis/names/snake-case.ts';

export const paramNameFormat = crossRule({
  id: 'param/name-format',
  subject: 'param',
  around: (draft) => draft.toolLists.flatMap(misnamed).map((param) => [param, draft]),
  severity: 'warning',
  says: 'Parameter names should be in snake_case.',
  profiles: ['ext'],
  why: 'Models are most reliable with one naming style. With mixed styles they send max_results where maxResults is declared.',
  source: 'EXT §8 rule 4 (self-explanatory names); EXT §2.1, §8 write snake_case throughout',
  good: [
    'parameters: { page_size: { type: integer, minimum: 1, maximum: 50, default: 10, description: How many books at most. } }',
    'parameters: { isbn13: { type: string, description: ISBN without hyphens. } }',
  ],
  bad: [
    `name: search_books
---
kind: tool
name: find_shelf
description: { does: Finds the shelf of a book., when: the user asks where a book is }
parameters:
  bookId: { type: string, description: Number on the label. } # on the back
  floorNo: { type: string, description: Floor to look on. }
required: [bookId]
effects: read
command: { argv: [find-shelf, "--floor={floorNo}", "{bookId}"] }
evals:
  - { query: where is book 17, arguments: { bookId: "17" } }`,
    'parameters: { "Author": { type: string, description: Family name of the author. } }',
    `parameters:
  shelfURL:
    type: string
    description: Address of the page about the shelf.
  filter:
    type: object
    description: What a book must be.
    properties: { publishedAfter: { type: string, description: First day that counts. } }`,
  ],
  check(param, report, draft) {
    const { name } = param;
    const wanted = snakeCase(name);
    report(
      [],
      `Parameter name "${name}" is not in snake_case.`,
      /^[a-z]/.test(wanted) ? `Write "${wanted}".` : 'Start with a letter, and join words with "_".',
      {
        part: 'key',
        fix: {
          title: `Rename "${name}" to "${wanted}".`,
          edits: renameParameter(param, wanted, draft),
          renames: { tool: param.tool.spec.name, from: name, to: wanted },
        },
      },
    );
  },
});

const misnamed = flatMapMemo((tool: ToolPart): readonly ParamPart[] => {
  if (areWellNamed(tool.spec.parameters)) return [];
  return schemasOf(tool).params.filter((param) => !isItem(param) && !SNAKE_CASE.test(param.name));
});

const SNAKE_CASE = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/;

function areWellNamed(parameters: Schema['properties'] = {}): boolean {
  return Object.entries(parameters).every(([name, schema]) => SNAKE_CASE.test(name) && areWellNamedIn(schema));
}

function areWellNamedIn({ properties, items }: Schema): boolean {
  return areWellNamed(properties) && (items === undefined || areWellNamedIn(items));
}
