/** The table of tags of a document that is too large to become tools unasked. */
import type { JsonObject } from '@haft/runtime/language';
import type { ToolSpec } from '../../../check/documents/tool.ts';
import { toolTokens } from '../../../check/description.ts';
import type { Operation } from './operations.ts';
import type { MadeTool } from './tools.ts';

export interface Selection {
  readonly kind: 'selection';
  readonly operations: number;
  /** Estimated tokens of all tools. */
  readonly tokens: number;
  /** The largest first; an operation counts under its first tag. */
  readonly tags: readonly TagCost[];
}

interface TagCost {
  readonly tag: string;
  readonly operations: number;
  readonly tokens: number;
}

const UNTAGGED = '(no tag)';

export function selectionOf(operations: readonly Operation[], tools: Iterable<MadeTool>): Selection {
  const costs = new Map<string, number>();
  for (const { operation, document } of tools) costs.set(operation.from, tokensOf(document.value));
  const tags = new Map<string, { operations: number; tokens: number }>();
  for (const {
    from,
    tags: [tag = UNTAGGED],
  } of operations) {
    const sum = tags.get(tag) ?? { operations: 0, tokens: 0 };
    tags.set(tag, { operations: sum.operations + 1, tokens: sum.tokens + (costs.get(from) ?? 0) });
  }
  const all = [...tags].map(([tag, sums]) => ({ tag, ...sums }));
  return {
    kind: 'selection',
    operations: operations.length,
    tokens: all.reduce((sum, { tokens }) => sum + tokens, 0),
    tags: all.sort((a, b) => b.tokens - a.tokens || (a.tag < b.tag ? -1 : 1)),
  };
}

/** As the profile counts a text: a description of one part. */
function tokensOf({ description, ...tool }: JsonObject): number {
  return toolTokens({ ...tool, description: { does: String(description), when: '' } } as unknown as ToolSpec);
}
