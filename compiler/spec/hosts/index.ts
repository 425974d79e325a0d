/** Every host that Haft knows: a new one is one file and one line. */
import { aider } from './aider.ts';
import { amp } from './amp.ts';
import { antigravity } from './antigravity.ts';
import { auggie } from './auggie.ts';
import { claudeCode } from './claude-code.ts';
import { claudeDesktop } from './claude-desktop.ts';
import { cline } from './cline.ts';
import { codex } from './codex.ts';
import { copilot } from './copilot.ts';
import { cursor } from './cursor.ts';
import { gemini } from './gemini.ts';
import { goose } from './goose.ts';
import { hermes } from './hermes.ts';
import { kilo } from './kilo.ts';
import { kimi } from './kimi.ts';
import { kiro } from './kiro.ts';
import { openclaw } from './openclaw.ts';
import { opencode } from './opencode.ts';
import { qwen } from './qwen.ts';
import { vscode } from './vscode.ts';
import { windsurf } from './windsurf.ts';
import { zed } from './zed.ts';
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
