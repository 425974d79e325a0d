/** All agents, by the id of their host. */
import { CLAUDE_CODE } from './claude-code.ts';
import { CODEX } from './codex.ts';
import { GEMINI } from './gemini.ts';

export const AGENTS = [CLAUDE_CODE, CODEX, GEMINI] as const;
