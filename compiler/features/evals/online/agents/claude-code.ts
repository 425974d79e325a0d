/** Claude Code: `claude -p --output-format stream-json` (CLI reference; ran 2.1.330). */
import type { Json } from '@haft/runtime';
import { isObject } from '@haft/runtime/language';
import { wordList } from '../../../../base/word-lists.ts';
import { claudeCode as host } from '../../../../spec/hosts/claude-code.ts';
import {
  type Agent,
  type AgentCall,
  type ConversationEvent,
  type AgentOffer,
  calledTool,
  entriesOf,
} from '../agent.ts';
import { anthropicTokens, listAt, mapAt, textAt } from '../engine.ts';

const SERVERS = 'servers.json';

export const CLAUDE_CODE: Agent = {
  id: host.id,
  title: host.title,
  program: 'claude',
  keys: ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN'],
  skills: '.claude/skills',
  start({ home, servers, model, endpoint }) {
    const allowed = [...servers.map(({ name }) => `mcp__${name}`), 'Skill'];
    return {
      args: [
        ...wordList('-p --output-format stream-json --verbose --no-session-persistence --strict-mcp-config'),
        '--mcp-config',
        `${home}/${SERVERS}`,
        '--allowedTools',
        allowed.join(','),
        ...(model === undefined ? [] : ['--model', model]),
      ],
      env: {
        DISABLE_AUTOUPDATER: '1',
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        CLAUDE_CODE_MAX_RETRIES: '2',
        ...(endpoint !== undefined && { ANTHROPIC_BASE_URL: endpoint, ANTHROPIC_API_KEY: 'none' }),
      },
      files: { [SERVERS]: JSON.stringify({ mcpServers: entriesOf(servers, host.stdio) }) },
    };
  },
  read(lines, offered) {
    const result = lines.findLast((line) => textAt(line, 'type') === 'result');
    const isFailed = isObject(result) && (result['is_error'] === true || textAt(result, 'subtype') !== 'success');
    return {
      calls: lines.flatMap(toolUses).flatMap((block) => callOf(block, offered)),
      text: textAt(result, 'result') ?? '',
      isOver: result !== undefined,
      problem: isFailed ? (textAt(result, 'result') ?? textAt(result, 'subtype')) : unconnectedServer(lines, offered),
      tokens: anthropicTokens(result),
    };
  },
  // `~/.claude/projects/<folder>/<session>.jsonl` (ran 2.1.197 and 2.1.330).
  hear(line, offered) {
    const type = textAt(line, 'type');
    if (textAt(line, 'sessionId') === undefined || type === undefined) return undefined;
    // What the program says in the name of the user, and what its own agents do, is no request.
    if (isMarked(line, 'isSidechain', 'isMeta', 'isCompactSummary')) return [];
    return type === 'user' ? heardFromUser(mapAt(line, 'message')?.['content']) : callsIn(line, offered);
  },
  sends: {
    api: 'anthropic',
    base: '',
    members: ['tools', 'system', 'messages'],
    isSignature: (part) => textAt(part, 'text')?.startsWith('x-anthropic-billing-header:') === true,
    called: (name, input, offered) => callOf({ name, input }, offered),
  },
};

function isMarked(line: Json, ...marks: readonly string[]): boolean {
  return isObject(line) && marks.some((mark) => line[mark] === true);
}

function heardFromUser(content: Json | undefined): readonly ConversationEvent[] {
  const blocks = Array.isArray(content) ? content : [{ type: 'text', text: content ?? '' }];
  const failures = blocks.flatMap((block): readonly ConversationEvent[] => {
    const isFailure = textAt(block, 'type') === 'tool_result' && isMarked(block, 'is_error');
    return isFailure ? [{ kind: 'failure', id: textAt(block, 'tool_use_id') ?? '' }] : [];
  });
  // What the program adds of its own is in tags.
  const texts = blocks.flatMap((block) => (textAt(block, 'type') === 'text' ? (textAt(block, 'text') ?? []) : []));
  const text = texts.filter((one) => !one.trimStart().startsWith('<')).join('\n');
  return text.trim() === '' ? failures : [...failures, { kind: 'request', text }];
}

function callsIn(line: Json, offered: AgentOffer): readonly ConversationEvent[] {
  return toolUses(line).flatMap((block) =>
    callOf(block, offered).map((call) => ({ kind: 'call', id: textAt(block, 'id') ?? '', call })),
  );
}

function toolUses(line: Json): readonly Json[] {
  const content = textAt(line, 'type') === 'assistant' ? listAt(mapAt(line, 'message'), 'content') : undefined;
  return content?.filter((block) => textAt(block, 'type') === 'tool_use') ?? [];
}

function callOf(block: Json, offered: AgentOffer): readonly AgentCall[] {
  const [name, input = {}] = [textAt(block, 'name'), mapAt(block, 'input')];
  const skill = offered.skills.find((one) => name === 'Skill' && textAt(input, 'skill') === one);
  if (skill !== undefined) return [{ name: skill, arguments: {} }];
  return calledTool(offered, (server, tool) => isShownAs(name ?? '', `${server}__${tool}`), input);
}

/** The server of a plugin has its name before its own. */
function isShownAs(name: string, own: string): boolean {
  return name === `mcp__${own}` || (name.startsWith('mcp__plugin_') && name.endsWith(`_${own}`));
}

/** Its first line lists the servers that it reached. */
function unconnectedServer(lines: readonly Json[], { servers }: AgentOffer): string | undefined {
  const listed = lines.map((line) => listAt(line, 'mcp_servers')).find((list) => list !== undefined);
  const failed = listed?.find((one) => {
    const isOurs = servers.some(({ name }) => name === textAt(one, 'name'));
    return isOurs && textAt(one, 'status') === 'failed';
  });
  return failed === undefined ? undefined : `It could not connect to the server "${textAt(failed, 'name') ?? ''}".`;
}
