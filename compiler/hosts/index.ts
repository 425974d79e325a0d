/** All hosts; add a new one here. */
import { claudeCode } from './claude-code.ts';
import { codex } from './codex.ts';
import { cursor } from './cursor.ts';
import { gemini } from './gemini.ts';
import type { Host } from './host.ts';
import { vscode } from './vscode.ts';

export const HOSTS: readonly Host[] = [claudeCode, codex, gemini, vscode, cursor];
