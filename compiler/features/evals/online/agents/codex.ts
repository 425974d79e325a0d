/** Codex CLI: `codex exec --json` (ran 0.169.0). It has no tool for skills: a model reads the file of one. */
import type { Json, JsonObject } from '@haft/runtime';
import { codex as host } from '../../../../spec/hosts/codex.ts';
import { isSameList } from '../../../../base/memo.ts';
import { wordList } from '../../../../base/word-lists.ts';
import { type Agent, type AgentCall, type ConversationEvent, type AgentOffer, calledTool } from '../agent.ts';
import { countAt, listAt, mapAt, textAt, tokensAt } from '../engine.ts';

export const CODEX: Agent = {
  id: host.id,
  title: host.title,
  program: 'codex',
  keys: ['CODEX_API_KEY', 'OPENAI_API_KEY'],
  skills: '.codex/skills',
  start({ home, servers, model, endpoint }) {
    const mcp = servers.flatMap(({ name, command, args }) => [
      `[mcp_servers.${name}]`,
      `command = ${text(command)}`,
      `args = [${args.map(text).join(', ')}]`,
      // Without it `codex exec` rejects every call.
      'default_tools_approval_mode = "approve"',
    ]);
    const provider = ['[model_providers.named]', 'name = "named"', `base_url = ${text(endpoint ?? '')}`, ...PROVIDER];
    const lines = [...(endpoint === undefined ? [] : ['model_provider = "named"', ...provider]), ...mcp];
    return {
      args: [
        ...wordList('exec --json --skip-git-repo-check --sandbox read-only --ephemeral'),
        ...(model === undefined ? [] : ['--model', model]),
        '-',
      ],
      env: { CODEX_HOME: `${home}/.codex`, ...(endpoint !== undefined && { OPENAI_API_KEY: 'none' }) },
      files: { '.codex/config.toml': `${lines.join('\n')}\n` },
    };
  },
  read(lines, offered) {
    const over = lines.findLast((line) => ['turn.completed', 'turn.failed'].includes(textAt(line, 'type') ?? ''));
    const items = lines.flatMap((line) =>
      textAt(line, 'type')?.startsWith('item.') ? (mapAt(line, 'item') ?? []) : [],
    );
    const message = items.findLast((item) => textAt(item, 'type') === 'agent_message');
    const usage = mapAt(over, 'usage');
    return {
      calls: firstOfEach(items).flatMap((item) => callOf(item, offered)),
      text: textAt(message, 'text') ?? '',
      isOver: over !== undefined,
      problem: textAt(over, 'type') === 'turn.failed' ? textAt(mapAt(over, 'error'), 'message') : undefined,
      tokens: tokensAt(usage, 'input_tokens', 'output_tokens', countAt(usage, 'cached_input_tokens')),
    };
  },
  // `~/.codex/sessions/<day>/rollout-<session>.jsonl`.
  hear(line, offered) {
    const payload = mapAt(line, 'payload');
    if (payload === undefined || textAt(line, 'timestamp') === undefined) return undefined;
    const item = textAt(payload, 'type') === 'item_completed' ? mapAt(payload, 'item') : undefined;
    return item === undefined ? [] : heardIn(item, offered);
  },
  sends: {
    api: 'responses',
    base: '/v1',
    members: ['tools', 'instructions', 'input'],
    // Its tools are in a namespace for each server, which is beside the name of a call.
    called: (name, args, offered) => calledTool(offered, (_server, tool) => tool === name, args),
  },
};

function heardIn(item: JsonObject, offered: AgentOffer): readonly ConversationEvent[] {
  const content = listAt(item, 'content');
  if (textAt(item, 'type') === 'UserMessage' && content) {
    const text = content.flatMap((block) => textAt(block, 'text') ?? []).join('\n');
    return text.trim() === '' ? [] : [{ kind: 'request', text }];
  }
  if (textAt(item, 'type') !== 'McpToolCall') return [];
  const id = textAt(item, 'id') ?? '';
  const isFailed = textAt(item, 'status') !== 'completed' || mapAt(item, 'result')?.['isError'] === true;
  const calls = toolCalled(item, offered).map((call): ConversationEvent => ({ kind: 'call', id, call }));
  return isFailed ? [...calls, { kind: 'failure', id }] : calls;
}

const PROVIDER = [
  'wire_api = "responses"',
  'env_key = "OPENAI_API_KEY"',
  'request_max_retries = 1',
  'stream_max_retries = 1',
];

/** A JSON string is a basic string of TOML. */
function text(value: string): string {
  return JSON.stringify(value);
}

/** An item is printed when it is started, and again when it is completed. */
function firstOfEach(items: readonly Json[]): readonly Json[] {
  const ids = items.map((item) => textAt(item, 'id'));
  return items.filter((_, place) => ids.indexOf(ids[place]) === place);
}

function callOf(item: Json, offered: AgentOffer): readonly AgentCall[] {
  const type = textAt(item, 'type');
  if (type === 'mcp_tool_call') return toolCalled(item, offered);
  const command = type === 'command_execution' ? textAt(item, 'command') : undefined;
  const skill = offered.skills.find((name) => command?.includes(`skills/${name}/SKILL.md`));
  return skill === undefined ? [] : [{ name: skill, arguments: {} }];
}

function toolCalled(item: Json, offered: AgentOffer): readonly AgentCall[] {
  const [server, tool] = [textAt(item, 'server'), textAt(item, 'tool')];
  return calledTool(offered, (...called) => isSameList(called, [server, tool]), mapAt(item, 'arguments') ?? {});
}
