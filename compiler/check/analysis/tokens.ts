/** Estimates the tokens of a text: without a tokenizer, so that every machine gives the same number. */
import { SHOWN_CHARACTERS, joinParts, toolParts } from '../description.ts';
import { memoizeBy } from '../../base/memo.ts';
import type { ToolSpec } from '../documents/tool.ts';

/** English prose and JSON both come to about four characters a token. */
const CHARACTERS_PER_TOKEN = 4;

export function estimateTokens(text: string): number {
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN);
}

/** What `tools/list` shows of a tool: name, title, description and inputSchema. */
export const toolTokens = memoizeBy((spec: ToolSpec): number => {
  const { name, title = name, parameters = {}, required = [], definitions, parameters_schema: more } = spec;
  const text = joinParts(toolParts(spec));
  const inputSchema = {
    type: 'object',
    properties: parameters,
    required,
    additionalProperties: false,
    $defs: definitions,
    ...more,
  };
  return estimateTokens(JSON.stringify({ name, title, description: text, inputSchema }));
});

interface ToolCost {
  readonly total: number;
  readonly description: number;
  readonly parameters: number;
  /** Tokens of the description behind the place where hosts cut it. */
  readonly cut: number;
}

/** The same, and how much of it are the two parts that can be shortened. */
export function toolCost(tool: ToolSpec): ToolCost {
  const description = estimateTokens(joinParts(toolParts(tool)));
  return {
    total: toolTokens(tool),
    description,
    cut: Math.max(0, description - Math.ceil(SHOWN_CHARACTERS / CHARACTERS_PER_TOKEN)),
    parameters: estimateTokens(JSON.stringify(tool.parameters ?? {})),
  };
}
