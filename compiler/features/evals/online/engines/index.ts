/** All engine interfaces, by id. */
import { ANTHROPIC } from './anthropic.ts';
import { OPENAI } from './openai.ts';
import { RESPONSES } from './responses.ts';

export const ENGINES = [OPENAI, RESPONSES, ANTHROPIC] as const;
