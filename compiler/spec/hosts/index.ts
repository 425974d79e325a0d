/** Every host that Haft knows: a new one is one constant and one line. */
import { aider, amp, auggie, cline, kilo, kimi, qwen } from './terminal-agents.ts';
import { antigravity, claudeDesktop, cursor, kiro, vscode, windsurf, zed } from './desktop-apps.ts';
import { claudeCode } from './claude-code.ts';
import { codex } from './codex.ts';
import { copilot } from './copilot.ts';
import { gemini } from './gemini.ts';
import { goose, hermes, openclaw } from './assistants.ts';
import { opencode } from './opencode.ts';
import type { Host } from './host.ts';
import type { ModelHost } from './local-model.ts';

export const HOSTS: readonly Host[] = [
  claudeCode,
  claudeDesktop,
  codex,
  gemini,
  opencode,
  copilot,
  vscode,
  cursor,
  qwen,
  openclaw,
  goose,
  hermes,
  amp,
  auggie,
  cline,
  kimi,
  zed,
  windsurf,
  antigravity,
  kiro,
  kilo,
];

/** Those that the output has a file for unless haft.yaml names others. */
export const DEFAULT_HOSTS: readonly Host[] = [claudeCode, codex, gemini, opencode, vscode];

/** Every host that takes a model of this machine. */
export const MODEL_HOSTS: readonly ModelHost[] = [
  ...HOSTS.flatMap(({ localModel, ...host }) => (localModel ? [{ ...host, localModel }] : [])),
  aider,
];
