/** How much a model has to read: an estimate that needs no tokenizer and is the same on every machine. */
import { joinParts, toolDescription } from '../description.ts';
import type { ToolSpec } from '../shape/tool.ts';

/** English prose and JSON both come to about four characters a token. */
const CHARACTERS_PER_TOKEN = 4;

export function estimateTokens(text: string): number {
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN);
}

export interface ToolCost {
  readonly total: number;
  readonly description: number;
  readonly parameters: number;
}

/** What `tools/list` shows of a tool: name, title, description and inputSchema. */
export function toolCost({ name, title = name, description, parameters = {}, required = [] }: ToolSpec): ToolCost {
  const text = joinParts(toolDescription(description));
  const inputSchema = { type: 'object', properties: parameters, required, additionalProperties: false };
  return {
    total: estimateTokens(JSON.stringify({ name, title, description: text, inputSchema })),
    description: estimateTokens(text),
    parameters: estimateTokens(JSON.stringify(parameters)),
  };
}
