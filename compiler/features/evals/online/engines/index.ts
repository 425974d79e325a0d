/** All engine interfaces, by id. */
import { ANTHROPIC } from './anthropic.ts';
import { OPENAI } from './openai.ts';

export const ENGINES = [OPENAI, ANTHROPIC] as const;
